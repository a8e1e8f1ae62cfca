import { timingSafeEqual } from 'node:crypto';
import type { Db, RequestFacts } from '#core/context.ts';
import { fail } from '#core/failure.ts';
import { digest } from '#core/ids.ts';
import type { Gate } from '#core/run-operation.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import type { KeyGate } from '#domains/keys/index.ts';
import type { Secrets } from './secrets.ts';

/** Whether a presented secret is the configured one, in constant time; a secret that isn't configured fits nothing. */
export function secretFits(given: string | undefined, configured: string): boolean {
  if (!given || !configured) return false;
  return timingSafeEqual(digest(given), digest(configured));
}

/** Who passes which kind of door. */
export function openGate(db: Db, secrets: Secrets, keyGate: KeyGate): Gate {
  const demand = (request: RequestFacts, header: string, configured: string) => {
    if (!secretFits(request.headers[header], configured)) fail('invalid_secret');
    return null;
  };
  return {
    async admit(door, request, header) {
      switch (door.access) {
        case 'key':
          return keyGate.admitKey(request.headers.authorization, request.address, header);
        case 'internal':
          return demand(request, 'x-internal-secret', secrets.internal_secret);
        case 'admin':
          return demand(request, 'x-admin-secret', secrets.admin_secret);
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
