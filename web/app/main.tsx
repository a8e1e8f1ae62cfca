import { start } from '#web/shared/shell/start.tsx';
import { routes } from './routes.ts';
import { AppShell } from './shell.tsx';

void start(<AppShell />, routes);
