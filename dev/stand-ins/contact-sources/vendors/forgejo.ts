import type { Call, Reply, StandInPlace, StandInVendor } from '../stand-in.ts';

const token = 'stand-in-codeberg-token';

/** codeberg.org: addresses are made up unless the caller has signed in and the person shows theirs. */
const forgejoStandIn = (): StandInVendor => ({
  name: 'codeberg',
  token,
  answer(call) {
    const { authorization } = call.headers;
    if (authorization !== undefined && authorization !== `token ${token}`) {
      return { status: 401, body: { message: 'user does not exist [uid: 0, name: ]' } };
    }
    return answer(call, authorization !== undefined);
  },
  limited: (retryAfterSeconds) => ({
    status: 429,
    headers: { 'retry-after': String(retryAfterSeconds) },
    body: { message: 'Too many requests' },
  }),
});

function answer({ path }: Call, isSignedIn: boolean): Reply {
  const [, kind, name = ''] = /^\/api\/v1\/(users|orgs)\/([^/]+)$/.exec(path) ?? [];
  const account = accounts.find(({ login }) => login.toLowerCase() === name.toLowerCase());
  if (!account || (kind === 'orgs' && !account.isOrganisation)) {
    return { status: 404, body: { message: "The target couldn't be found." } };
  }
  const { isOrganisation, showsEmail, ...user } = account;
  if (isOrganisation && kind === 'orgs') return { status: 200, body: { id: user.id, name: user.login } };
  const email = isSignedIn && showsEmail ? user.email : `${user.login}@noreply.codeberg.org`;
  return { status: 200, body: { ...user, email } };
}

const accountOf = (id: number, login: string, more: Record<string, unknown>) => ({
  id,
  login,
  username: login,
  full_name: '',
  email: `${login}@mail.example.org`,
  location: '',
  website: '',
  description: '',
  visibility: 'public',
  prohibit_login: false,
  isOrganisation: false,
  showsEmail: true,
  ...more,
});

const accounts = [
  accountOf(900001, 'dana-desk', {
    full_name: 'Dana Desk',
    website: 'https://dana.example.com',
    location: 'Berlin',
  }),
  accountOf(900002, 'shy-example', {
    full_name: 'Shy Example',
    showsEmail: false,
    website: 'https://shy.example.com',
  }),
  accountOf(900003, 'private-example', { visibility: 'private' }),
  accountOf(900004, 'sample-collective', { isOrganisation: true, website: 'https://collective.example.com' }),
];

export const places: StandInPlace[] = [
  {
    open: forgejoStandIn,
    baseUrl: 'CODEBERG_BASE_URL',
    token: 'CODEBERG_TOKEN',
    knows: [{ source: 'forgejo', link: 'codeberg.org/dana-desk' }],
  },
];
