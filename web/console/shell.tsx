import { session } from '#web/shared/session/session.ts';
import { Shell } from '#web/shared/shell/shell.tsx';
import { routes } from './routes.ts';

const roles = { finance: 'Finance', support: 'Support', reader: 'Read only' };

export function ConsoleShell() {
  const role = session.value?.role ?? 'owner';
  const shown = role === 'owner' ? null : <p class="small faint">{`Role: ${roles[role]}`}</p>;
  return <Shell name="Contactry console" routes={routes} account={shown} />;
}
