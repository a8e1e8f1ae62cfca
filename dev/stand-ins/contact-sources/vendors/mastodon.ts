import { isoIn, type Reply, type StandInPlace, type StandInVendor } from '../stand-in.ts';

/** The server's public name. `SITE_STAND_INS` maps it to this stand-in. */
export const mastodonOrigin = 'https://social.example.com';

/** A Mastodon server: WebFinger and account lookup, without credentials. */
const mastodonStandIn = (): StandInVendor => ({
  name: 'mastodon',
  token: '',
  answer({ path, query }) {
    if (path === '/.well-known/webfinger') return fingerOf(query.get('resource') ?? '');
    const account = path === '/api/v1/accounts/lookup' && accounts[query.get('acct') ?? ''];
    return account ? { status: 200, body: account } : unknown;
  },
  limited: (retryAfterSeconds) => ({
    status: 429,
    headers: { 'retry-after': String(retryAfterSeconds), 'x-ratelimit-reset': isoIn(retryAfterSeconds) },
    body: { error: 'Too many requests' },
  }),
});

const unknown: Reply = { status: 404, body: { error: 'Record not found' } };

function fingerOf(resource: string): Reply {
  const name = /^acct:([a-z]+)@social\.example\.com$/.exec(resource)?.[1];
  if (name === undefined || accounts[name] === undefined) return unknown;
  const page = `${mastodonOrigin}/@${name}`;
  return {
    status: 200,
    headers: { 'content-type': 'application/jrd+json; charset=utf-8' },
    body: {
      subject: resource,
      aliases: [page, `${mastodonOrigin}/users/${name}`],
      links: [
        { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: page },
        { rel: 'self', type: 'application/activity+json', href: `${mastodonOrigin}/users/${name}` },
      ],
    },
  };
}

const field = (name: string, value: string, verified_at: string | null = null) => ({
  name,
  value,
  verified_at,
});
const anchor = (url: string) =>
  `<a href="${url}" rel="nofollow noopener me" target="_blank"><span>${url}</span></a>`;

const accountOf = (id: string, username: string, more: Record<string, unknown>) => ({
  id,
  username,
  acct: username,
  display_name: username,
  bot: false,
  group: false,
  noindex: false,
  note: '',
  url: `${mastodonOrigin}/@${username}`,
  fields: [],
  ...more,
});

const accounts: Record<string, unknown> = {
  asha: accountOf('110001', 'asha', {
    display_name: 'Asha Example',
    note: '<p>Weather and maps. Write to asha@fedi.example.org, not asha [at] old.example.org</p>',
    fields: [
      field('GitHub', anchor('https://github.com/asha-example'), '2026-02-01T10:00:00.000+00:00'),
      field('Site', anchor('https://asha.example.com/'), '2026-02-01T10:00:00.000+00:00'),
      field('Shop', anchor('https://shop.example.org/')),
    ],
  }),
  ravi: accountOf('110002', 'ravi', {
    display_name: 'Ravi',
    note: '<p>ravi@fedi.example.org</p>',
    noindex: true,
  }),
  bot: accountOf('110003', 'bot', { bot: true }),
};

export const places: StandInPlace[] = [
  {
    open: mastodonStandIn,
    site: mastodonOrigin,
    knows: [
      {
        source: 'mastodon',
        link: 'github.com/asha-example',
        shown: { network: 'mastodon', handle: 'asha@social.example.com', url: `${mastodonOrigin}/@asha` },
        onPath: '/.well-known/',
      },
    ],
  },
];
