import { start } from '#web/shared/shell/start.tsx';
import { routes } from './routes.ts';
import { ConsoleShell } from './shell.tsx';
import './parts/layout.css';

void start(<ConsoleShell />, routes);
