import { session } from '#web/shared/session/session.ts';
import { later } from '#web/shared/shell/later.tsx';
import { Shell } from '#web/shared/shell/shell.tsx';
import { routes } from './routes.ts';

const Palette = later(() => import('./palette/palette.tsx'));

const roles = { finance: 'Finance', support: 'Support', reader: 'Read only' };

export function ConsoleShell() {
  const role = session.value?.role ?? 'owner';
  const shown = role === 'owner' ? null : <p class="small faint">{`Role: ${roles[role]}`}</p>;
  const banners = role === 'reader' && (
    <p class="notice">Your role is Read only: you can change nothing here.</p>
  );
  return (
    <Shell name="Contactry console" routes={routes} palette={Palette} banners={banners} account={shown} />
  );
}
