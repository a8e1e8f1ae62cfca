import '#web/shared/style/index.css';
import type { ComponentChildren } from 'preact';
import { render } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import { ownAddresses } from '#web/shared/session/home.ts';
import { loadSession } from '#web/shared/session/session.ts';

/** Puts an app on the page. */
export function start(app: ComponentChildren): void {
  // Without it the page works, and its calls say what is wrong.
  loadSession().catch((error) => console.warn(error));
  render(<LocationProvider scope={ownAddresses}>{app}</LocationProvider>, document.getElementById('root')!);
}
