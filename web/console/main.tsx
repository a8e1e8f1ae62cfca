import { start } from '#web/shared/shell/start.tsx';
import { ConsoleShell } from './shell.tsx';

start(<ConsoleShell />);
