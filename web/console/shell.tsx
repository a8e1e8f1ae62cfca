import { Shell } from '#web/shared/shell/shell.tsx';
import { routes } from './routes.ts';

export function ConsoleShell() {
  return <Shell name="Contactry console" routes={routes} />;
}
