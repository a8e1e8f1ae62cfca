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
export const patternsOn: ReadonlyMap<string, readonly Pattern[]> = onHosts();

function onHosts(): Map<string, Pattern[]> {
  const found = new Map<string, Pattern[]>();
  for (const pattern of patterns) {
    for (const host of pattern.hosts) found.set(host, [...(found.get(host) ?? []), pattern]);
  }
  return found;
}
