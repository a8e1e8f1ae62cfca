import '#web/shared/style/index.css';
import type { ComponentChildren } from 'preact';
import { render } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import { ownAddresses } from '#web/shared/session/home.ts';
import { openSession } from '#web/shared/session/session.ts';
import type { RouteLine } from './route-line.ts';
import { loadView } from './views.tsx';

/** Brings the drawn page to life. Until then nothing on it can be pressed or typed. */
export async function start(app: ComponentChildren, routes: readonly RouteLine[]): Promise<void> {
  const root = document.getElementById('root')!;
  openSession(JSON.parse(root.dataset.session!));
  await loadView(routes, location.pathname);
  render(<LocationProvider scope={ownAddresses}>{app}</LocationProvider>, root);
  root.inert = false;
}
