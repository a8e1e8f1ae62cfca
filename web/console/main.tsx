import { start } from '../shared/start.tsx';
import { ConsoleShell } from './shell.tsx';

start(<ConsoleShell />);
