import { isUtf8 } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { type Caller, operatorDefault } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import { entries } from '#core/environment.ts';
import { failWith, ValidationFailure } from '#core/failure.ts';
import { digest } from '#core/ids.ts';
import { unstorable } from '#core/input/text-rules.ts';
import type { Gate } from '#core/kernel.ts';
import type { RateLimiter } from '#core/rate-limiter.ts';
import type { Settings } from '#core/setting-values.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import type { AgentGate } from '#domains/agents/index.ts';
import type { ExtensionGate } from '#domains/extension/index.ts';
import { beyondLimit, countGuess, type KeyGate } from '#domains/keys/index.ts';
import type { OperatorRoles } from '#domains/sign-in/index.ts';
import type { Secrets } from '../start/secrets.ts';

const fail = failWith(['invalid_key', 'invalid_secret', 'live_key_required', 'not_found']);

/** Compares with each accepted secret, in constant time. A secret that isn't configured matches nothing. */
export function secretMatches(given: string | string[] | undefined, accepted: string): boolean {
  if (typeof given !== 'string' || !given) return false;
  const matches = entries(accepted).map((secret) => timingSafeEqual(digest(given), digest(secret)));
  return matches.includes(true);
}

/** Refuses every secret but those accepted: `invalid_secret`, or `rate_limited` after many attempts from an address. */
type RequireSecret = (
  given: string | undefined,
  accepted: string,
  from: { address: string; detail?: string },
) => Promise<void>;

/** The right secret passes before anything is counted, so no one behind the same address can lock it out. */
export const openSecretCheck =
  (rateLimiter: RateLimiter): RequireSecret =>
  async (given, accepted, { address, detail }) => {
    if (secretMatches(given, accepted)) return;
    if (given) await countGuess(rateLimiter, 'secret', address);
    fail('invalid_secret', detail === undefined ? {} : { detail });
  };

interface GateOptions {
  db: Db;
  secrets: Secrets;
  keyGate: KeyGate;
  agentGate: AgentGate;
  extensionGate: ExtensionGate;
  requireSecret: RequireSecret;
  rateLimiter: RateLimiter;
  settings: Settings;
  operatorRoles: OperatorRoles;
}

/** Decides who gets through each kind of door. */
export function openGate({
  db,
  secrets,
  keyGate,
  agentGate,
  extensionGate,
  requireSecret,
  rateLimiter,
  settings,
  operatorRoles,
}: GateOptions): Gate {
  return {
    async admit(request, header): Promise<Caller> {
      const { access, headers, address } = request;
      switch (access) {
        case 'key': {
          if (extensionGate.recognises(headers.authorization))
            return request.takesSessions
              ? extensionGate.admit(request, header)
              : fail('invalid_key', { detail: needsKey });
          const key = await keyGate.admitKey(headers.authorization, address, header);
          if (request.forLiveKeys && key.mode === 'test') return fail('live_key_required');
          return { kind: 'key', key };
        }
        case 'agent':
          return agentGate.admit(request, header);
        case 'internal':
          await requireSecret(headers['x-internal-secret'], secrets.internal_secret, { address });
          // The console sends both secrets.
          if (headers['x-admin-secret'] === undefined) return { kind: 'internal' };
          await requireSecret(headers['x-admin-secret'], secrets.admin_secret, { address });
          return { kind: 'internal', operator: operatorName(headers['x-ops-actor']) };
        case 'admin':
          await requireSecret(headers['x-admin-secret'], secrets.admin_secret, { address });
          return {
            kind: 'operator',
            name: operatorName(headers['x-ops-actor']),
            role: await operatorRoles(headers['x-console-session']),
          };
        case 'public':
          return { kind: 'anonymous' };
        case 'signed':
          return { kind: 'provider' };
        case 'extension':
          return extensionGate.admit(request, header);
      }
    },
    async account(account_id) {
      const account = await accountByAccountId(db, account_id);
      if (!account) return fail('not_found', { detail: `No account has the account_id '${account_id}'.` });
      return { id: account.id, account_id };
    },
    keyOf: (account, header) => keyGate.admitAsAccount(account, header),
    async tierOf(accountId) {
      // Asked before the id is checked.
      const account = unstorable(accountId) ? null : await accountByAccountId(db, accountId);
      return account ? keyGate.tierOf(account.id) : 'no_plan';
    },
    async countAct(accountId) {
      const { account_acts_per_minute: perMinute } = settings.current();
      const admission = await rateLimiter.admit(`act:${accountId}`, perMinute);
      if (admission.admitted) return;
      throw beyondLimit(admission, {
        detail: `This account made more than ${perMinute} changes and downloads within 60 seconds. Wait for \`Retry-After\`.`,
      });
    },
  };
}

const needsKey = 'A session of the browser extension does not open this address. Send an API key.';

/** For an operator's name in the audit log. Longer names are cut. */
const nameLengthMax = 200;

/** Names that the audit log gives to other callers. */
const reserved = /^(?:(?:key|agent|extension|system):.*|anonymous|internal|provider)$/i;

/** The operator's name in the audit log, `operatorDefault` if there is none. Fails with 422 for names that can't be stored or are reserved. */
function operatorName(header: string | undefined): string {
  const name = inUtf8(header ?? '');
  const fault =
    unstorable(name) ??
    (reserved.test(name.trim())
      ? { msg: 'This name is reserved for other callers', type: 'value_error' }
      : null);
  if (fault) throw new ValidationFailure([{ loc: ['header', 'x-ops-actor'], ...fault }]);
  return name.trim().slice(0, nameLengthMax).toWellFormed() || operatorDefault;
}

/** Node reads headers as Latin-1. Clients send names in UTF-8. */
function inUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) && bytes.toString('latin1') === header ? bytes.toString('utf8') : header;
}
