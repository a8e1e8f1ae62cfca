import { epochSecondsIn, type StandInPlace, type StandInVendor } from '../stand-in.ts';

const token = 'stand-in-gravatar-key';

/** api.gravatar.com, search by verified account. Needs a key and matches loosely. */
const gravatarStandIn = (): StandInVendor => ({
  name: 'gravatar',
  token,
  hasEtags: true,
  answer({ path, query, headers: { authorization } }) {
    if (authorization !== `Bearer ${token}`) {
      return {
        status: 401,
        body: { error: 'You are not authorized to access this resource.', code: 'unauthorized' },
      };
    }
    if (path !== '/v3/profiles/search/by-verified-account')
      return { status: 404, body: { error: 'Not found' } };
    const found = profiles.filter(({ accounts }) =>
      accounts.some((account) => account.startsWith(query.get('username') ?? ' ')),
    );
    return {
      status: 200,
      headers: {
        'x-ratelimit-limit': '1000',
        'x-ratelimit-remaining': '999',
        'x-ratelimit-reset': epochSecondsIn(3600),
      },
      body: { profiles: found.map(({ profile }) => profile), total_pages: found.length > 0 ? 1 : 0 },
    };
  },
  limited: (retryAfterSeconds) => ({
    status: 429,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epochSecondsIn(retryAfterSeconds) },
    body: { error: 'Rate limit exceeded', code: 'rate_limit' },
  }),
});

const account = (service_type: string, url: string, is_hidden = false) => ({
  service_type,
  service_label: service_type,
  url,
  is_hidden,
});

const profiles = [
  {
    accounts: ['asha-example-old'],
    profile: {
      hash: '1'.repeat(64),
      display_name: 'Another Asha',
      profile_url: 'https://gravatar.com/anotherasha',
      verified_accounts: [account('github', 'https://github.com/asha-example-old')],
      contact_info: { email: 'another.asha@mail.example.org' },
    },
  },
  {
    accounts: ['asha-example'],
    profile: {
      hash: '2'.repeat(64),
      display_name: 'Asha Example',
      profile_url: 'https://gravatar.com/ashaexample',
      location: 'Pune, India',
      job_title: 'Engineer',
      company: 'Example Works',
      verified_accounts: [
        account('github', 'https://github.com/asha-example'),
        account('mastodon', 'https://social.example.com/@asha'),
        account('tumblr', 'https://asha.tumblr.example.com', true),
      ],
      links: [{ label: 'Site', url: 'https://asha.example.com/' }],
      contact_info: { cell_phone: '+1 202-555-0143', work_phone: '', email: 'asha@home.example.net' },
      section_visibility: { hidden_contact_info: false },
    },
  },
  {
    accounts: ['ravi-sample'],
    profile: {
      hash: '3'.repeat(64),
      display_name: 'Ravi Sample',
      profile_url: 'https://gravatar.com/ravisample',
      verified_accounts: [account('github', 'https://github.com/ravi-sample')],
      contact_info: { email: 'ravi@hidden.example.net' },
      section_visibility: { hidden_contact_info: true },
    },
  },
];

export const places: StandInPlace[] = [
  {
    open: gravatarStandIn,
    baseUrl: 'GRAVATAR_BASE_URL',
    token: 'GRAVATAR_API_KEY',
    knows: [{ source: 'gravatar', link: 'github.com/asha-example' }],
  },
];
