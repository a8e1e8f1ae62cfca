import { draw } from '#web/shared/shell/draw.tsx';
import { routes } from './routes.ts';
import { ConsoleShell } from './shell.tsx';

export default draw(<ConsoleShell />, routes);
