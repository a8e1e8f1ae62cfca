import { words } from '../words.ts';

/** The URL is the canonical one of the account's page: https, without query, fragment or trailing slash. */
type Account = Record<'network' | 'handle' | 'url', string>;

/** The account an http(s) page belongs to, or null if it is not an account of a known network. */
export function accountAt(page: URL): Account | null {
  const host = page.hostname
    .replace(/\.$/, '')
    .replace(/^(?:www|m|mobile|web|mbasic|old|[a-z]{2}-[a-z]{2})\./, '');
  const path = page.pathname.replace(/\/+$/, '');
  const known = patternsOn.get(host);
  if (known === undefined) return ownHost(host, path) ?? fediverse(page, host, path);

  if (host === 'facebook.com' && path === '/profile.php') return facebookById(page);
  for (const { network, path: shape, page: canonical } of known) {
    const written = shape.exec(path)?.[1];
    if (written === undefined) continue;
    const handle = shape.ignoreCase ? written.toLowerCase() : written;
    if (!isReserved(network, handle)) return { network, handle, url: canonical.replace('*', () => handle) };
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
  return isReserved('medium', handle) ? null : { network: 'medium', handle, url: `https://${host}/` };
}

// Mastodon and related software run on any host and write accounts as `/@name`, or `/@name@host` for those of other hosts.
const fediverseAccount = /^\/@([a-z\d_](?:[a-z\d_.-]*[a-z\d_])?)(?:@([a-z\d.-]+\.[a-z\d-]+))?$/i;

function fediverse(page: URL, host: string, path: string): Account | null {
  const [, name, home] = fediverseAccount.exec(path) ?? [];
  if (name === undefined || sharedHandleHosts.has(host)) return null;
  const handle = `${name}@${home ?? page.hostname.replace(/\.$/, '')}`.toLowerCase();
  const origin = `https://${page.host.replace(/\.(?=$|:)/, '')}`;
  return { network: 'mastodon', handle, url: `${origin}${path.toLowerCase()}` };
}

const dotted = /^\/@?((?!\.)[a-z\d._]{1,30}(?<!\.))$/i;
const dottedAfterAt = /^\/@((?!\.)[a-z\d._]{1,30}(?<!\.))$/i;
const blueskyAccount =
  /^\/profile\/(did:[a-z]+:[a-z\d.:%-]+|(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*)$/i;

/** How a network writes its accounts: its hosts, without prefixes such as `www`, the path, and the canonical page with `*` for the handle. */
type Pattern = [network: string, hosts: string, path: RegExp, page: string];

// Only whole paths of an account: a post, a package or a playlist is a page, not a person. Handles are folded to lower case
// unless the pattern minds the case.
const patterns: readonly Pattern[] = [
  ['x', 'x.com twitter.com', /^\/@?([a-z\d_]{1,15})$/i, 'https://x.com/*'],
  ['instagram', 'instagram.com instagr.am', dotted, 'https://www.instagram.com/*'],
  ['threads', 'threads.net threads.com', dottedAfterAt, 'https://www.threads.com/@*'],
  ['tiktok', 'tiktok.com', /^\/@([a-z\d._]{2,24})$/i, 'https://www.tiktok.com/@*'],
  ['facebook', 'facebook.com fb.com', /^\/([a-z\d.]{5,50})$/i, 'https://www.facebook.com/*'],
  ['bluesky', 'bsky.app', blueskyAccount, 'https://bsky.app/profile/*'],
  ['youtube', 'youtube.com', /^\/@([a-z\d._-]{3,30})$/i, 'https://www.youtube.com/@*'],
  ['youtube', 'youtube.com', /^\/channel\/(UC[\w-]{22})$/, 'https://www.youtube.com/channel/*'],
  ['stackoverflow', 'stackoverflow.com', /^\/users\/(\d+)(?:\/[^/]*)?$/, 'https://stackoverflow.com/users/*'],
  ['medium', 'medium.com', /^\/@([a-z\d._-]{1,60})$/i, 'https://medium.com/@*'],
  ['devto', 'dev.to', /^\/([a-z\d_]{2,30})$/i, 'https://dev.to/*'],
  ['npm', 'npmjs.com npmjs.org', /^\/~([a-z\d._-]{1,100})$/i, 'https://www.npmjs.com/~*'],
  ['keybase', 'keybase.io', /^\/([a-z\d_]{2,16})$/i, 'https://keybase.io/*'],
  ['reddit', 'reddit.com', /^\/u(?:ser)?\/([a-z\d_-]{3,20})$/i, 'https://www.reddit.com/user/*'],
  ['twitch', 'twitch.tv', /^\/([a-z\d_]{4,25})$/i, 'https://www.twitch.tv/*'],
];

const patternsOn = Map.groupBy(
  patterns.flatMap(([network, hosts, path, page]) =>
    hosts.split(' ').map((host) => ({ network, host, path, page })),
  ),
  ({ host }) => host,
);

// The sites' own pages and hosts in the place of a handle, so that `x.com/search` is no account.
const reserved: Readonly<Record<string, ReadonlySet<string>>> = {
  x: words(`
    about compose download explore hashtag home i intent jobs login logout messages notifications oauth privacy search
    settings share signup tos who_to_follow
  `),
  instagram: words(`
    about accounts api challenge direct developer directory emails explore legal p privacy reel reels stories terms tv web
  `),
  facebook: words(`
    about business events friends gaming groups hashtag login login.php marketplace media messages notifications pages
    people permalink.php photo photo.php photos plugins policies privacy profile.php reels saved search settings share
    share.php sharer sharer.php story.php videos watch
  `),
  medium: words('about api blog help link miro policy status'),
  devto: words(`
    about api challenges contact dashboard enter faq latest listings new notifications p pod privacy readinglist search
    settings signout t tags terms top videos
  `),
  keybase: words(`
    about account api app blog careers docs download encrypt inv jobs privacypolicy sign terms verify
  `),
  twitch: words(`
    about bits communities creatorcamp directory downloads drops friends inventory jobs legal login messages prime
    products search settings signup store subscriptions team turbo videos wallet
  `),
};

const isReserved = (network: string, handle: string): boolean => reserved[network]?.has(handle) ?? false;

// Sites of one owner that write accounts as `/@name` too: theirs are not Mastodon's.
const sharedHandleHosts = words(`
  clubhouse.com ecency.com figma.com flipboard.com hackernoon.com hashnode.com hive.blog jsr.io lichess.org matters.town
  observablehq.com odysee.com peakd.com printables.com producthunt.com replit.com snapchat.com steemit.com substack.com
  unsplash.com velog.io
`);
