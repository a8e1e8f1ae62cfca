import { start } from '#web/shared/shell/start.tsx';
import { ConsoleShell } from './shell.tsx';
import './parts/layout.css';

start(<ConsoleShell />);
