import { type Call, epochSecondsIn, type Reply, type StandInPlace, type StandInVendor } from '../stand-in.ts';

const token = 'stand-in-gitlab-token';

/** gitlab.com's users: an empty list for an unknown name, and rate limiting in plain text. */
const gitLabStandIn = (): StandInVendor => ({
  name: 'gitlab',
  token,
  hasEtags: true,
  answer(call) {
    const sent = call.headers['private-token'];
    if (sent !== undefined && sent !== token) return { status: 401, body: { message: '401 Unauthorized' } };
    return { headers: { 'ratelimit-limit': '500', 'ratelimit-remaining': '499' }, ...answer(call) };
  },
  limited: (retryAfterSeconds) => ({
    status: 429,
    headers: {
      'retry-after': String(retryAfterSeconds),
      'ratelimit-remaining': '0',
      'ratelimit-reset': epochSecondsIn(retryAfterSeconds),
    },
    body: 'Retry later\n',
  }),
});

function answer({ path, query }: Call): Reply {
  if (path === '/api/v4/users') {
    const wanted = query.get('username')?.toLowerCase();
    const found = users.filter(({ username }) => username.toLowerCase() === wanted);
    return {
      status: 200,
      body: found.map(({ id, username, name, state, web_url }) => ({ id, username, name, state, web_url })),
    };
  }
  const id = /^\/api\/v4\/users\/(\d+)$/.exec(path)?.[1];
  const user = users.find((entry) => String(entry.id) === id);
  return user ? { status: 200, body: user } : { status: 404, body: { message: '404 User Not Found' } };
}

const userOf = (id: number, username: string, more: Record<string, unknown>) => ({
  id,
  username,
  name: username,
  state: 'active',
  web_url: `https://gitlab.com/${username}`,
  bio: '',
  location: null,
  public_email: null,
  linkedin: '',
  twitter: '',
  discord: '',
  github: '',
  mastodon: '',
  website_url: '',
  organization: '',
  job_title: '',
  bot: false,
  ...more,
});

const users = [
  userOf(800001, 'Ravi.Sample', {
    name: 'Ravi Sample',
    public_email: 'ravi@sample.example.net',
    job_title: 'Designer',
    organization: 'Sample & Co',
    location: 'Kochi, India',
    linkedin: 'ravi-sample',
    twitter: 'ravi_sample',
    mastodon: '@ravi@social.example.com',
    website_url: 'https://ravi.example.com',
  }),
  userOf(800002, 'hidden-example', {
    name: 'Hidden Example',
    public_email: '800002-hidden-example@users.noreply.gitlab.com',
  }),
  userOf(800003, 'deploy-example', { bot: true }),
  userOf(800004, 'gone-example', { state: 'blocked', public_email: 'gone@mail.example.org' }),
];

export const places: StandInPlace[] = [
  {
    open: gitLabStandIn,
    baseUrl: 'GITLAB_BASE_URL',
    token: 'GITLAB_TOKEN',
    knows: [{ source: 'gitlab', link: 'gitlab.com/ravi.sample' }],
  },
];
