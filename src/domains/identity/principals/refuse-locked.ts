import type { Context } from '#core/context.ts';
import { LocksInForce } from '../locks/locks-in-force.ts';
import { type Principal, subjectsOf } from '../locks/subjects.ts';
import { KnownPrincipals } from './known-principals.ts';

/**
 * Refuses the call's account if it is locked by any name, as at a sign-in, or if `given` is. What is given leads to no other
 * account: whether it belongs to a locked one is not told.
 */
export async function refuseLocked(ctx: Context<'account_locked'>, given: Principal = {}): Promise<void> {
  const locks = ctx.ports.use(LocksInForce);
  const principals = ctx.ports.use(KnownPrincipals);
  const subjects = await principals.subjectsOf({ account_id: ctx.account.accountId });
  const table = await locks.table();
  if (table.holds([...subjects, ...subjectsOf(given)], ctx.now())) {
    ctx.fail('account_locked', {
      detail: 'An operator has locked this account, or the email or number you sent.',
    });
  }
}
