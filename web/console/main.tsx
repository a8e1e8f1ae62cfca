import { start } from '#web/shared/shell/start.tsx';
import { routes } from './routes.ts';
import { ConsoleShell } from './shell.tsx';

void start(<ConsoleShell />, routes);
