import { words } from '../words.ts';

interface Account {
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
  for (const { network, path: shape, exact, page: canonical } of known) {
    const written = shape.exec(path)?.[1];
    if (written === undefined) continue;
    const handle = exact ? written : written.toLowerCase();
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

/** How one network writes its accounts. Handles are folded to lower case unless the pattern is `exact`. */
interface Pattern {
  network: string;
  path: RegExp;
  /** The canonical page of an account, with `*` for its handle. */
  page: string;
  exact?: true;
}

const dotted = /^\/@?((?!\.)[a-z\d._]{1,30}(?<!\.))$/i;
const blueskyAccount =
  /^\/profile\/(did:[a-z]+:[a-z\d.:%-]+|(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*)$/i;

// Only whole paths of an account: a post, a package or a playlist is a page, not a person. Hosts are without prefixes such as `www`.
const patterns: Readonly<Record<string, Pattern[]>> = {
  'x.com twitter.com': [{ network: 'x', path: /^\/@?([a-z\d_]{1,15})$/i, page: 'https://x.com/*' }],
  'instagram.com instagr.am': [{ network: 'instagram', path: dotted, page: 'https://www.instagram.com/*' }],
  'threads.net threads.com': [
    { network: 'threads', path: /^\/@((?!\.)[a-z\d._]{1,30}(?<!\.))$/i, page: 'https://www.threads.com/@*' },
  ],
  'tiktok.com': [{ network: 'tiktok', path: /^\/@([a-z\d._]{2,24})$/i, page: 'https://www.tiktok.com/@*' }],
  'facebook.com fb.com': [
    { network: 'facebook', path: /^\/([a-z\d.]{5,50})$/i, page: 'https://www.facebook.com/*' },
  ],
  'bsky.app': [{ network: 'bluesky', path: blueskyAccount, page: 'https://bsky.app/profile/*' }],
  'youtube.com': [
    { network: 'youtube', path: /^\/@([a-z\d._-]{3,30})$/i, page: 'https://www.youtube.com/@*' },
    {
      network: 'youtube',
      path: /^\/channel\/(UC[\w-]{22})$/,
      page: 'https://www.youtube.com/channel/*',
      exact: true,
    },
  ],
  'stackoverflow.com': [
    {
      network: 'stackoverflow',
      path: /^\/users\/(\d+)(?:\/[^/]*)?$/,
      page: 'https://stackoverflow.com/users/*',
    },
  ],
  'medium.com': [{ network: 'medium', path: /^\/@([a-z\d._-]{1,60})$/i, page: 'https://medium.com/@*' }],
  'dev.to': [{ network: 'devto', path: /^\/([a-z\d_]{2,30})$/i, page: 'https://dev.to/*' }],
  'npmjs.com npmjs.org': [
    { network: 'npm', path: /^\/~([a-z\d._-]{1,100})$/i, page: 'https://www.npmjs.com/~*' },
  ],
  'keybase.io': [{ network: 'keybase', path: /^\/([a-z\d_]{2,16})$/i, page: 'https://keybase.io/*' }],
  'reddit.com': [
    { network: 'reddit', path: /^\/u(?:ser)?\/([a-z\d_-]{3,20})$/i, page: 'https://www.reddit.com/user/*' },
  ],
  'twitch.tv': [{ network: 'twitch', path: /^\/([a-z\d_]{4,25})$/i, page: 'https://www.twitch.tv/*' }],
};

const patternsOn = new Map(
  Object.entries(patterns).flatMap(([hosts, shapes]) =>
    hosts.split(' ').map((host) => [host, shapes] as const),
  ),
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
