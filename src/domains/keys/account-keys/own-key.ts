import type { Context } from '#core/context.ts';
import type { Key } from '../rules.ts';
import { lockedKeyById, standingOfKeys } from '../sql/keys.ts';

/** How many keys of an account may work at a time. */
export const accountKeysMax = 20;

/** Fails if the account has as many keys as it may. Lock the account first. */
export async function failIfFull(ctx: Context<'keys_full'>) {
  const standing = await standingOfKeys(ctx.db, ctx.account.id, ctx.now());
  if (standing.kept >= accountKeysMax) {
    ctx.fail('keys_full', {
      detail: `An account may have ${accountKeysMax} keys that work. Revoke one, or replace one without an overlap.`,
    });
  }
  return standing;
}

/** The account's key with this id, locked until the transaction ends. */
export async function ownKeyOrFail(ctx: Context<'not_found'>, keyId: string): Promise<Key> {
  const key = await lockedKeyById(ctx.db, keyId);
  return key?.account === ctx.account.id && !key.is_connection
    ? key
    : ctx.fail('not_found', { detail: 'This account has no such key.' });
}
