import { start } from '../shared/start.tsx';
import { AppShell } from './shell.tsx';

start(<AppShell />);
