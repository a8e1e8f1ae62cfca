import { type Call, epochSecondsIn, type Reply, type StandInPlace, type StandInVendor } from '../stand-in.ts';

const token = 'stand-in-github-token';

const docs = 'https://docs.github.com/rest';
const notFound: Reply = {
  status: 404,
  body: { message: 'Not Found', documentation_url: docs, status: '404' },
};

/** api.github.com: addresses only for signed-in callers, validators, and a rate limit that a 304 doesn't use up. */
export function gitHubStandIn(): StandInVendor {
  let used = 0;
  return {
    name: 'github',
    token,
    checkPath: '/rate_limit',
    hasEtags: true,
    answer(call) {
      const { authorization } = call.headers;
      if (!call.headers['user-agent'])
        return { status: 403, body: 'Request forbidden by administrative rules.' };
      if (authorization !== undefined && authorization !== `Bearer ${token}`) {
        return { status: 401, body: { message: 'Bad credentials', documentation_url: docs, status: '401' } };
      }
      if (call.headers['if-none-match'] === undefined) used += 1;
      const limit = authorization === undefined ? 60 : 5000;
      const reply = answer(call, authorization !== undefined);
      return { ...reply, headers: { ...limitHeaders(limit, used), ...reply.headers } };
    },
    limited: (retryAfterSeconds) => ({
      status: 403,
      headers: { ...limitHeaders(5000, 5000), 'x-ratelimit-reset': epochSecondsIn(retryAfterSeconds) },
      body: { message: 'API rate limit exceeded for user ID 1.', documentation_url: `${docs}/rate-limits` },
    }),
  };
}

const limitHeaders = (limit: number, used: number): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(Math.max(0, limit - used)),
  'x-ratelimit-used': String(used),
  'x-ratelimit-reset': epochSecondsIn(3600),
  'x-ratelimit-resource': 'core',
  'cache-control': 'private, max-age=60, s-maxage=60',
});

function answer({ path, query }: Call, isSignedIn: boolean): Reply {
  const [, collection, owner = '', part, list] = path.split('/');
  const account = accounts.find(({ user }) => user.login.toLowerCase() === owner.toLowerCase());
  if (!account) return notFound;
  if (collection === 'repos' && list === 'commits') {
    const author = query.get('author')?.toLowerCase();
    const commits = account.commits[part ?? ''] ?? [];
    return pageOf(
      commits.filter((commit) => commit.author.login.toLowerCase() === author),
      query,
    );
  }
  if (collection !== 'users') return notFound;
  const { user, social, keys, repositories } = account;
  if (part === undefined) return { status: 200, body: isSignedIn ? user : { ...user, email: null } };
  if (part === 'social_accounts') return pageOf(social, query);
  if (part === 'gpg_keys') return pageOf(keys, query);
  return part === 'repos' ? pageOf(repositories, query) : notFound;
}

function pageOf(list: readonly unknown[], query: URLSearchParams): Reply {
  const size = Number(query.get('per_page') ?? 30);
  const page = Number(query.get('page') ?? 1);
  const hasNext = list.length > page * size;
  return {
    status: 200,
    headers: hasNext ? { link: `<https://api.github.com/next?page=${page + 1}>; rel="next"` } : {},
    body: list.slice((page - 1) * size, page * size),
  };
}

interface Account {
  user: Record<string, unknown> & { login: string };
  social: unknown[];
  keys: unknown[];
  repositories: { name: string }[];
  commits: Record<string, { author: { login: string } }[]>;
}

const userOf = (login: string, id: number, more: Record<string, unknown>): Account['user'] => ({
  login,
  id,
  type: 'User',
  name: null,
  company: null,
  blog: '',
  location: null,
  email: null,
  hireable: null,
  bio: null,
  twitter_username: null,
  user_view_type: 'public',
  created_at: '2019-03-01T10:00:00Z',
  updated_at: '2026-09-01T10:00:00Z',
  ...more,
});

const commit = (
  login: string,
  id: number,
  repository: string,
  email: string,
  more: Record<string, unknown> = {},
) => ({
  sha: 'c0ffee'.padEnd(40, String(id).at(-1)),
  html_url: `https://github.com/${login}/${repository}/commit/c0ffee`,
  commit: { author: { name: login, email, date: '2026-05-04T08:00:00Z' }, verification: { verified: false } },
  author: { login, id, type: 'User' },
  committer: { login, id },
  parents: [{ sha: 'beef' }],
  ...more,
});

const repository = (login: string, name: string, more: Record<string, unknown> = {}) => ({
  name,
  full_name: `${login}/${name}`,
  owner: { login },
  fork: false,
  archived: false,
  ...more,
});

/** Fictional accounts, with names and addresses of no real person. */
const accounts: Account[] = [
  {
    user: userOf('Asha-Example', 700001, {
      name: 'Asha Example',
      company: '@example-works',
      blog: 'asha.example.com',
      location: 'Pune, India',
      email: 'asha@works.example.com',
      bio: 'Engineer',
      twitter_username: 'asha_example',
    }),
    social: [
      { provider: 'linkedin', url: 'https://www.linkedin.com/in/asha-example' },
      { provider: 'mastodon', url: 'https://social.example.com/@asha' },
      { provider: 'npm', url: 'https://www.npmjs.com/~asha-example' },
    ],
    keys: [],
    repositories: [
      repository('Asha-Example', 'weather'),
      repository('Asha-Example', 'borrowed', { fork: true }),
    ],
    commits: {
      weather: [
        commit('Asha-Example', 700001, 'weather', '700001+asha-example@users.noreply.github.com'),
        commit('Asha-Example', 700001, 'weather', 'asha@laptop.example.org'),
      ],
    },
  },
  {
    user: userOf('ravi-sample', 700002, { name: 'Ravi Sample', location: 'Kochi, India' }),
    social: [],
    keys: [
      {
        id: 11,
        revoked: false,
        expires_at: '2023-01-01T00:00:00Z',
        emails: [{ email: 'ravi@expired.example.net', verified: true }],
      },
      {
        id: 12,
        revoked: false,
        expires_at: null,
        emails: [
          { email: 'ravi@sample.example.net', verified: true },
          { email: 'ravi@unproven.example.net', verified: false },
          { email: '700002+ravi-sample@users.noreply.github.com', verified: true },
        ],
      },
      {
        id: 13,
        revoked: true,
        expires_at: null,
        emails: [{ email: 'ravi@revoked.example.net', verified: true }],
      },
    ],
    repositories: [],
    commits: {},
  },
  {
    user: userOf('example-works', 700003, {
      type: 'Organization',
      name: 'Example Works',
      email: 'team@works.example.com',
    }),
    social: [],
    keys: [],
    repositories: [],
    commits: {},
  },
  {
    user: userOf('deploy-example', 700004, { type: 'Bot' }),
    social: [],
    keys: [],
    repositories: [],
    commits: {},
  },
];

export const places: StandInPlace[] = [
  {
    open: gitHubStandIn,
    baseUrl: 'GITHUB_BASE_URL',
    token: 'GITHUB_TOKEN',
    switches: { GITHUB_COMMITS: 'on' },
    knows: [
      { source: 'github', link: 'github.com/asha-example' },
      { source: 'github_commits', link: 'github.com/asha-example' },
    ],
  },
];
