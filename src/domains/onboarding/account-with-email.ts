import type { Context } from '#core/context.ts';
import { type Account, accountById, ensureAccount } from '#domains/accounts/index.ts';
import { claimMailbox, ownsMailbox } from '#domains/identity/index.ts';

/**
 * The account of the call, which must have this email, first or claimed. One without an email gets it. Claims the mailbox of the
 * first. 409 if another account has either, which rolls back.
 */
export async function accountWithEmail(
  ctx: Context<'email_mismatch' | 'handle_taken'>,
  email: string,
): Promise<Account> {
  const before = await accountById(ctx.db, ctx.account.id);
  if (before?.email && !(await ownsMailbox(ctx.db, before, email))) return ctx.fail('email_mismatch');

  const account = await ensureAccount(ctx.db, { account_id: ctx.account.account_id, email });
  if (account.email === null)
    return ctx.fail('handle_taken', {
      detail: 'This email belongs to another account.',
      members: { handles: ['email'] },
    });
  if (!(await ownsMailbox(ctx.db, account, email))) return ctx.fail('email_mismatch');
  await claimMailbox(ctx, account);
  return account;
}
