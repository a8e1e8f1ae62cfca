import { openUpstream, type Upstream } from './api/upstream.ts';
import type { App } from './apps.ts';
import { customerSessions } from './sessions/customer-sessions.ts';
import { operatorSessions } from './sessions/operator-sessions.ts';
import type { Sessions } from './sessions/sessions.ts';
import { type Provider, providerOf } from './sign-in/provider.ts';
import { openPublished, type Published } from './site/published.ts';
import type { WebOptions } from './web-options.ts';

/** The shared parts of the pages' routes. */
export interface WebContext extends WebOptions {
  /** For questions of the server itself. Calls of pages never hold these up. */
  upstream: Upstream;
  /** For calls of pages, which take as long as their bodies. */
  passing: Upstream;
  /** For reports, downloads and uploads, so that other calls keep their connections. */
  passingHeavy: Upstream;
  published: Published;
  /** Null if people can sign in with a link only. */
  provider: Provider | null;
  /** The sessions of each served app. */
  sessions: ReadonlyMap<App, Sessions>;
}

export function openContext(options: WebOptions): WebContext {
  const upstream = openUpstream(options.apiUrl, { connections: 64, answerBytesMax: 64 * 1024 });
  const passing = openUpstream(options.apiUrl, { connections: 256 });
  const passingHeavy = openUpstream(options.apiUrl, { connections: 128 });
  const published = openPublished(passing, options.clock);
  const provider = providerOf(options);
  const shown = { issuer_name: provider?.name ?? null, is_development: provider?.isDevelopment ?? false };
  const sessions = new Map<App, Sessions>([['app', customerSessions(options, upstream, shown)]]);
  if (options.secrets.admin) sessions.set('console', operatorSessions(options, upstream));
  return { ...options, upstream, passing, passingHeavy, published, provider, sessions };
}
