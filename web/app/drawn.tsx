import { draw } from '#web/shared/shell/draw.tsx';
import { routes } from './routes.ts';
import { AppShell } from './shell.tsx';

export default draw(<AppShell />, routes);
