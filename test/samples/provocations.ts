import type { Access } from '#core/access.ts';
import { type Door, pathParameters, takesSessions } from '#core/door.ts';
import type { Operation } from '#core/operation.ts';
import { givenAccount, givenKey, givenSession, keyHolder, lockAccountOf } from '../support/kit.ts';
import type { Provocation, SampleWorld } from './sample.ts';

interface Way extends Provocation {
  /** Requests like the refused one that are sent before it. */
  repeats?: number;
}

type Ways = Readonly<Record<string, Way>>;

const withKey = (state: Parameters<typeof givenKey>[1]): Way => ({
  prepare: async ({ service }) => keyHolder(await givenKey(service.database.db, state)),
});

async function lockedAccount({ service }: SampleWorld) {
  const key = await givenKey(service.database.db);
  await lockAccountOf(service, key.accountId);
  return keyHolder(key);
}

/** One call per minute, which is used up. */
const slowKey: Way = { ...withKey({ rate_limit_per_min: 1 }), repeats: 1 };

const ofKeys: Ways = {
  missing_credential: { headers: { authorization: '' } },
  invalid_key: { headers: { authorization: 'Bearer cty_live_wrong' } },
  key_expired: withKey({ expires_at: new Date('2020-01-01') }),
  key_banned: withKey({ banReason: 'rate_limit' }),
  ip_not_allowed: withKey({ allowed_ips: ['203.0.113.7/32'] }),
  account_locked: { prepare: lockedAccount },
  rate_limited: slowKey,
};

const ofSessions: Ways = {
  access_token_expired: { headers: { authorization: 'Bearer cty_session_wrong' } },
  no_active_key: {
    async prepare({ service }) {
      const { access } = await givenSession(service.database.db, await givenAccount(service.database.db));
      return { headers: { authorization: `Bearer ${access}` } };
    },
  },
};

/** By another session of the account: the refused call may be the one that ends its own. */
async function usedUpKey({ service }: SampleWorld) {
  const key = await givenKey(service.database.db, { rate_limit_per_min: 1 });
  const { access } = await givenSession(service.database.db, key);
  await service.withKey(access, 'GET', '/api/v1/extension/session');
  return keyHolder(key);
}

const wrongSecrets = { 'x-admin-secret': 'wrong', 'x-internal-secret': 'wrong' };
/** Counted by address, for all doors: the first of them uses it up. */
const guesser = '2001:db8:6::1';
const ofSecrets: Ways = {
  invalid_secret: { headers: wrongSecrets },
  rate_limited: { headers: wrongSecrets, remoteAddress: guesser, repeats: 60 },
};

const byAccess: Readonly<Record<Access, Ways>> = {
  public: {},
  signed: { invalid_signature: { file: { text: '{}', contentType: 'application/json' } } },
  key: ofKeys,
  agent: {
    ...ofKeys,
    origin_not_allowed: { headers: { origin: 'https://pages.example' } },
    agent_token_invalid: { headers: { authorization: 'Bearer cty_agent_wrong' } },
  },
  extension: { ...ofKeys, rate_limited: { prepare: usedUpKey } },
  internal: ofSecrets,
  // A session that has ended has the role of a reader.
  admin: { ...ofSecrets, role_refused: { headers: { 'x-console-session': '0'.repeat(64) } } },
};

const inCell: Way = {
  prepare: async ({ service }) => {
    const { kernel } = service.app;
    return {
      // The directory has made everything that the call needs.
      before() {
        kernel.directoryUrl = 'https://directory.example.com';
      },
      after: async () => {
        kernel.directoryUrl = '';
      },
    };
  },
};

/** How to get the codes that come before an operation is asked, or that several share. */
export function waysOf(door: Door, declared: Operation): Ways {
  const actsAsKey = door.access === 'internal' && declared.actsAs === 'key';
  return {
    ...notFound(door, declared),
    ...byAccess[door.access],
    ...(declared.atDirectory ? { directory_elsewhere: inCell } : {}),
    ...(door.forLiveKeys ? { live_key_required: withKey({ mode: 'test' }) } : {}),
    ...(takesSessions(door) ? ofSessions : {}),
    ...(actsAsKey
      ? {
          account_locked: { prepare: lockedAccount },
          key_banned: withKey({ banReason: 'rate_limit' }),
          rate_limited: slowKey,
        }
      : {}),
    body_too_large: { headers: { 'content-length': String(100 * 1024 ** 3) } },
    unsupported_media_type: { headers: { 'content-type': 'application/x-unheard-of' } },
  };
}

/** An account that isn't there, or a parameter in the path that is too long for any address. */
function notFound({ access, path }: Door, { account }: Operation): Ways {
  if (access === 'internal' && account) return { not_found: { input: { account_id: 'nobody' } } };
  const parameters = pathParameters(path).map((name) => [name, 'x'.repeat(5_000)]);
  return parameters.length > 0 ? { not_found: { input: Object.fromEntries(parameters) } } : {};
}
