import { timingSafeEqual } from 'node:crypto';
import type { Gate } from '#core/admit.ts';
import type { Db } from '#core/context.ts';
import { fail } from '#core/failure.ts';
import { digest } from '#core/ids.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { countGuess, type KeyGate } from '#domains/keys/index.ts';
import type { RateLimiter } from '#platform/rate-limit/rate-limiter.ts';
import type { Secrets } from './secrets.ts';

/** Whether a presented secret is the configured one, in constant time; a secret that isn't configured fits nothing. */
function secretFits(given: string | undefined, configured: string): boolean {
  if (!given || !configured) return false;
  return timingSafeEqual(digest(given), digest(configured));
}

/** Refuses every secret but the configured one: `invalid_secret`, or `rate_limited` for an address that tries many. */
export type DemandSecret = (
  given: string | undefined,
  configured: string,
  from: { address: string; detail?: string },
) => Promise<void>;

/** The right secret is let in before anything is counted: nobody behind the same address can lock it out. */
export const openSecretCheck =
  (rateLimiter: RateLimiter): DemandSecret =>
  async (given, configured, { address, detail }) => {
    if (secretFits(given, configured)) return;
    if (given) await countGuess(rateLimiter, 'secret', address);
    fail('invalid_secret', detail === undefined ? {} : { detail });
  };

export interface GateOptions {
  db: Db;
  secrets: Secrets;
  keyGate: KeyGate;
  demandSecret: DemandSecret;
}

/** Who passes which kind of door. */
export function openGate({ db, secrets, keyGate, demandSecret }: GateOptions): Gate {
  return {
    async admit(door, request, header) {
      const { headers, address } = request;
      switch (door.access) {
        case 'key':
          return keyGate.admitKey(headers.authorization, address, header);
        case 'internal':
          await demandSecret(headers['x-internal-secret'], secrets.internal_secret, { address });
          return null;
        case 'admin':
          await demandSecret(headers['x-admin-secret'], secrets.admin_secret, { address });
          return null;
        case 'public':
        case 'signed':
          return null;
        case 'extension':
          return fail('missing_credential');
      }
    },
    async account(accountId) {
      const account = await accountByAccountId(db, accountId);
      if (!account) fail('not_found', { detail: `There is no account with the account_id '${accountId}'.` });
      return { id: account.id, accountId: account.accountId };
    },
    keyOf: (account, request, header) => keyGate.admitAsAccount(account, request.address, header),
  };
}
