import { Shell } from '../shared/shell.tsx';
import { routes } from './routes.ts';

export function ConsoleShell() {
  return <Shell name="Contactry console" routes={routes} />;
}
