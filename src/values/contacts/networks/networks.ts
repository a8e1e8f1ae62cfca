import { patternsOn } from './network-patterns.ts';
import { isSharedHandleHost, reservedOn } from './network-reserved.ts';

export interface Account {
  network: string;
  handle: string;
  /** The canonical URL of the account's page: https, without query, fragment or trailing slash. */
  url: string;
}

/** The account an http(s) page belongs to, or null if it is not an account of a known network. */
export function accountAt(page: URL): Account | null {
  const host = page.hostname
    .replace(/\.$/, '')
    .replace(/^(?:www|m|mobile|web|mbasic|old|[a-z]{2}-[a-z]{2})\./, '');
  const path = page.pathname.replace(/\/+$/, '');
  const known = patternsOn.get(host);
  if (known === undefined) return ownHost(host, path) ?? fediverse(page, host, path);

  if (host === 'facebook.com' && path === '/profile.php') return facebookById(page);
  for (const { network, path: shape, exact, url } of known) {
    const written = shape.exec(path)?.[1];
    if (written === undefined) continue;
    const handle = exact ? written : written.toLowerCase();
    if (!reservedOn(network).has(handle)) return { network, handle, url: url(handle) };
  }
  return null;
}

function facebookById(page: URL): Account | null {
  const id = page.searchParams.get('id');
  if (id === null || !/^\d{1,20}$/.test(id)) return null;
  return { network: 'facebook', handle: id, url: `https://www.facebook.com/profile.php?id=${id}` };
}

/** Networks that also give each account its own host. */
function ownHost(host: string, path: string): Account | null {
  const [, handle, network] = /^([a-z\d-]+)\.(bsky\.social|medium\.com)$/.exec(host) ?? [];
  if (handle === undefined || path !== '') return null;
  // A Bluesky handle is a host name. Medium also gives hosts to publications, so `/@name` would be a guess.
  if (network === 'bsky.social')
    return { network: 'bluesky', handle: host, url: `https://bsky.app/profile/${host}` };
  return reservedOn('medium').has(handle) ? null : { network: 'medium', handle, url: `https://${host}/` };
}

// Mastodon and related software run on any host and write accounts as `/@name`, or `/@name@host` for those of other hosts.
const fediverseAccount = /^\/@([a-z\d_](?:[a-z\d_.-]*[a-z\d_])?)(?:@([a-z\d.-]+\.[a-z\d-]+))?$/i;

function fediverse(page: URL, host: string, path: string): Account | null {
  const [, name, home] = fediverseAccount.exec(path) ?? [];
  if (name === undefined || isSharedHandleHost(host)) return null;
  const handle = `${name}@${home ?? page.hostname.replace(/\.$/, '')}`.toLowerCase();
  const origin = `https://${page.host.replace(/\.(?=$|:)/, '')}`;
  return { network: 'mastodon', handle, url: `${origin}${path.toLowerCase()}` };
}
