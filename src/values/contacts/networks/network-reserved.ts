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

export const reservedOn = (network: string): ReadonlySet<string> => reserved[network] ?? nothing;

// Sites of one owner that write accounts as `/@name` too: theirs are not Mastodon's.
const sharedHandleHosts = words(`
  clubhouse.com ecency.com figma.com flipboard.com hackernoon.com hashnode.com hive.blog jsr.io lichess.org matters.town
  observablehq.com odysee.com peakd.com printables.com producthunt.com replit.com snapchat.com steemit.com substack.com
  unsplash.com velog.io
`);

export const isSharedHandleHost = (host: string): boolean => sharedHandleHosts.has(host);
