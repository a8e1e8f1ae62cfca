import type { Context } from '#core/context.ts';
import { subjectsOf } from '#domains/identity/index.ts';

/** Refuses a number or an account that an operator has locked. */
export async function refuseLocked(ctx: Context<'account_locked'>, whatsapp: string): Promise<void> {
  const locks = await ctx.ports.locks.table();
  const subjects = subjectsOf({ account_id: ctx.account.accountId, whatsapp });
  if (locks.holds(subjects, ctx.now())) {
    ctx.fail('account_locked', { detail: 'An operator has locked this account or this number.' });
  }
}
