import type { StandInPlace, StandInVendor } from '../stand-in.ts';

const token = 'stand-in-bitbucket-token';
const dana = '{5d1f6e0a-1111-4222-8333-444455556666}';
const team = '{5d1f6e0a-7777-4888-8999-aaaabbbbcccc}';

/** api.bitbucket.org: users by id, workspaces by name. A personal workspace has its owner's id. */
const bitbucketStandIn = (): StandInVendor => ({
  name: 'bitbucket',
  token,
  answer({ path, headers: { authorization } }) {
    if (authorization !== undefined && authorization !== `Bearer ${token}`) {
      return {
        status: 401,
        body: { type: 'error', error: { message: 'Token is invalid or not supported' } },
      };
    }
    const [, kind, name] = /^\/2\.0\/(workspaces|users)\/([^/]+)$/.exec(path) ?? [];
    const body = kind === 'users' ? users[name ?? ''] : workspaces[name ?? ''];
    return body
      ? { status: 200, body }
      : { status: 404, body: { type: 'error', error: { message: 'No such resource' } } };
  },
  limited: () => ({
    status: 429,
    body: { type: 'error', error: { message: 'Rate limit for this resource has been exceeded' } },
  }),
});

const workspaces: Record<string, unknown> = {
  'dana-desk': { type: 'workspace', uuid: dana, slug: 'dana-desk', name: 'Dana Desk' },
  'sample-collective': {
    type: 'workspace',
    uuid: team,
    slug: 'sample-collective',
    name: 'Sample Collective',
  },
};

const users: Record<string, unknown> = {
  [dana]: {
    type: 'user',
    uuid: dana,
    account_id: '557058:00000000-0000-4000-8000-000000000001',
    nickname: 'dana',
    display_name: 'Dana Desk',
    created_on: '2015-01-01T00:00:00+00:00',
    links: { html: { href: `https://bitbucket.org/${encodeURIComponent(dana)}/` } },
  },
};

export const places: StandInPlace[] = [
  {
    open: bitbucketStandIn,
    baseUrl: 'BITBUCKET_BASE_URL',
    token: 'BITBUCKET_TOKEN',
    knows: [{ source: 'bitbucket', link: 'bitbucket.org/dana-desk' }],
  },
];
