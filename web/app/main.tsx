import { start } from '#web/shared/shell/start.tsx';
import { AppShell } from './shell.tsx';

start(<AppShell />);
