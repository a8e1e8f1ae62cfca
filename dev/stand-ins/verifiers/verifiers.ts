import { type LoopbackServer, type Reply, serve } from '../server.ts';

export const verifierKey = 'stand-in-verifier-key';

export interface VerifierStandIns extends AsyncDisposable {
  /** The variables that make the service ask these instead of the vendors. */
  environment: Readonly<Record<string, string>>;
}

/**
 * ZeroBounce and Reacher. The part before the @ says what an email is: `valid`, `invalid`, `catchall`, `role`, `full`, `disposable`, `trap`.
 * `busy` and `broken` are troubles; anything else is unknown.
 */
export async function openVerifierStandIns(firstPort = 0): Promise<VerifierStandIns> {
  const at = (place: number) => (firstPort === 0 ? 0 : firstPort + place);
  const zerobounce = await serve(at(0), ({ path, query }, send) =>
    send(
      path === '/v2/validate' && query.get('api_key') === verifierKey
        ? validated(query.get('email') ?? '')
        : { status: 200, body: { error: 'Invalid API key or your account ran out of credits' } },
    ),
  );
  const reacher = await serve(at(1), ({ method, path, headers, body }, send) =>
    send(
      method === 'POST' && path === '/v1/check_email' && headers.authorization === verifierKey
        ? checked((body as { to_email: string }).to_email)
        : { status: 401, body: { error: 'Missing or invalid token' } },
    ),
  );
  return {
    environment: environmentOf(zerobounce, reacher),
    async [Symbol.asyncDispose]() {
      await Promise.all([zerobounce[Symbol.asyncDispose](), reacher[Symbol.asyncDispose]()]);
    },
  };
}

const environmentOf = (zerobounce: LoopbackServer, reacher: LoopbackServer) => ({
  ZEROBOUNCE_API_KEY: verifierKey,
  ZEROBOUNCE_BASE_URL: zerobounce.origin,
  REACHER_API_KEY: verifierKey,
  REACHER_BASE_URL: reacher.origin,
});

const kindOf = (email: string): string => email.slice(0, email.indexOf('@'));
const domainOf = (email: string): string => email.slice(email.indexOf('@') + 1);

const troubles: Readonly<Record<string, Reply>> = {
  busy: { status: 429, headers: { 'retry-after': '60' }, body: { error: 'Too many requests' } },
  broken: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"address":' },
};

const statuses: Readonly<Record<string, [status: string, subStatus: string]>> = {
  valid: ['valid', ''],
  acceptall: ['valid', 'accept_all'],
  invalid: ['invalid', 'mailbox_not_found'],
  nodns: ['invalid', 'no_dns_entries'],
  typo: ['invalid', 'possible_typo'],
  full: ['invalid', 'mailbox_quota_exceeded'],
  catchall: ['catch-all', ''],
  role: ['do_not_mail', 'role_based'],
  disposable: ['do_not_mail', 'disposable'],
  trap: ['spamtrap', ''],
};

function validated(email: string): Reply {
  const [status, sub_status] = statuses[kindOf(email)] ?? ['unknown', 'timeout_exceeded'];
  const mx = { mx_found: 'true', mx_record: `mx.${domainOf(email)}` };
  return (
    troubles[kindOf(email)] ?? {
      status: 200,
      body: { address: email, status, sub_status, free_email: false, did_you_mean: null, ...mx },
    }
  );
}

function checked(email: string): Reply {
  const kind = kindOf(email);
  const is = (...kinds: string[]) => kinds.includes(kind);
  const is_reachable = is('valid')
    ? 'safe'
    : is('invalid', 'nodns')
      ? 'invalid'
      : is('catchall', 'role', 'full', 'disposable')
        ? 'risky'
        : 'unknown';
  return (
    troubles[kind] ?? {
      status: 200,
      body: {
        input: email,
        is_reachable,
        misc: { is_disposable: is('disposable'), is_role_account: is('role') },
        mx: { accepts_mail: !is('nodns'), records: [`mx.${domainOf(email)}.`] },
        smtp: {
          can_connect_smtp: true,
          has_full_inbox: is('full'),
          is_catch_all: is('catchall'),
          is_deliverable: is('valid', 'role', 'catchall'),
          is_disabled: false,
        },
        syntax: { is_valid_syntax: true },
      },
    }
  );
}
