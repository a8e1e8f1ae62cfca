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

/** How one network writes its accounts. Handles are folded to lower case unless the pattern is `exact`. */
interface Pattern {
  network: string;
  hosts: readonly string[];
  path: RegExp;
  exact?: true;
  url(handle: string): string;
}

// Only whole paths of an account: a post, a package or a playlist is a page, not a person.
const patterns: readonly Pattern[] = [
  {
    network: 'x',
    hosts: ['x.com', 'twitter.com'],
    path: /^\/@?([a-z\d_]{1,15})$/i,
    url: (handle) => `https://x.com/${handle}`,
  },
  {
    network: 'instagram',
    hosts: ['instagram.com', 'instagr.am'],
    path: /^\/@?((?!\.)[a-z\d._]{1,30}(?<!\.))$/i,
    url: (handle) => `https://www.instagram.com/${handle}`,
  },
  {
    network: 'threads',
    hosts: ['threads.net', 'threads.com'],
    path: /^\/@((?!\.)[a-z\d._]{1,30}(?<!\.))$/i,
    url: (handle) => `https://www.threads.com/@${handle}`,
  },
  {
    network: 'tiktok',
    hosts: ['tiktok.com'],
    path: /^\/@([a-z\d._]{2,24})$/i,
    url: (handle) => `https://www.tiktok.com/@${handle}`,
  },
  {
    network: 'facebook',
    hosts: ['facebook.com', 'fb.com'],
    path: /^\/([a-z\d.]{5,50})$/i,
    url: (handle) => `https://www.facebook.com/${handle}`,
  },
  {
    network: 'bluesky',
    hosts: ['bsky.app'],
    path: /^\/profile\/(did:[a-z]+:[a-z\d.:%-]+|(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*)$/i,
    url: (handle) => `https://bsky.app/profile/${handle}`,
  },
  {
    network: 'youtube',
    hosts: ['youtube.com'],
    path: /^\/@([a-z\d._-]{3,30})$/i,
    url: (handle) => `https://www.youtube.com/@${handle}`,
  },
  {
    network: 'youtube',
    hosts: ['youtube.com'],
    path: /^\/channel\/(UC[\w-]{22})$/,
    exact: true,
    url: (id) => `https://www.youtube.com/channel/${id}`,
  },
  {
    network: 'stackoverflow',
    hosts: ['stackoverflow.com'],
    path: /^\/users\/(\d+)(?:\/[^/]*)?$/,
    url: (id) => `https://stackoverflow.com/users/${id}`,
  },
  {
    network: 'medium',
    hosts: ['medium.com'],
    path: /^\/@([a-z\d._-]{1,60})$/i,
    url: (handle) => `https://medium.com/@${handle}`,
  },
  {
    network: 'devto',
    hosts: ['dev.to'],
    path: /^\/([a-z\d_]{2,30})$/i,
    url: (handle) => `https://dev.to/${handle}`,
  },
  {
    network: 'npm',
    hosts: ['npmjs.com', 'npmjs.org'],
    path: /^\/~([a-z\d._-]{1,100})$/i,
    url: (handle) => `https://www.npmjs.com/~${handle}`,
  },
  {
    network: 'keybase',
    hosts: ['keybase.io'],
    path: /^\/([a-z\d_]{2,16})$/i,
    url: (handle) => `https://keybase.io/${handle}`,
  },
  {
    network: 'reddit',
    hosts: ['reddit.com'],
    path: /^\/u(?:ser)?\/([a-z\d_-]{3,20})$/i,
    url: (handle) => `https://www.reddit.com/user/${handle}`,
  },
  {
    network: 'twitch',
    hosts: ['twitch.tv'],
    path: /^\/([a-z\d_]{4,25})$/i,
    url: (handle) => `https://www.twitch.tv/${handle}`,
  },
];

/** The patterns of each host. Hosts are without prefixes such as `www`. */
const patternsOn: ReadonlyMap<string, readonly Pattern[]> = onHosts();

function onHosts(): Map<string, Pattern[]> {
  const found = new Map<string, Pattern[]>();
  for (const pattern of patterns) {
    for (const host of pattern.hosts) found.set(host, [...(found.get(host) ?? []), pattern]);
  }
  return found;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

// The sites' own pages and hosts in the place of a handle, so that `x.com/search` is nobody's account.
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

const nothing: ReadonlySet<string> = new Set();

const reservedOn = (network: string): ReadonlySet<string> => reserved[network] ?? nothing;

// Sites of one owner that write accounts as `/@name` too: theirs are not Mastodon's.
const sharedHandleHosts = words(`
  clubhouse.com ecency.com figma.com flipboard.com hackernoon.com hashnode.com hive.blog jsr.io lichess.org matters.town
  observablehq.com odysee.com peakd.com printables.com producthunt.com replit.com snapchat.com steemit.com substack.com
  unsplash.com velog.io
`);

const isSharedHandleHost = (host: string): boolean => sharedHandleHosts.has(host);
