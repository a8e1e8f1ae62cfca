import type { Context } from '#core/context.ts';
import { type Account, accountById, ensureAccount } from '#domains/accounts/index.ts';
import { claimHandles } from '#domains/identity/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';

/**
 * The account of the call, which must have this e-mail. One without an e-mail gets it and claims its mailbox, unless another
 * account has either: 409, which rolls back.
 */
export async function accountWithEmail(
  ctx: Context<'email_mismatch' | 'handle_taken'>,
  email: string,
): Promise<Account> {
  const before = await accountById(ctx.db, ctx.account.id);
  if (before?.email === email) return before;
  if (before?.email) return ctx.fail('email_mismatch');

  const account = await ensureAccount(ctx.db, { accountId: ctx.account.accountId, email });
  const mailbox = { kind: 'email', value: foldedMailbox(email) } as const;
  const taken = account.email === email ? await claimHandles(ctx.db, account.id, [mailbox]) : [];
  if (account.email === null || taken.length > 0)
    return ctx.fail('handle_taken', {
      detail: 'This e-mail belongs to another account.',
      members: { handles: ['email'] },
    });
  if (account.email !== email) return ctx.fail('email_mismatch');
  ctx.afterCommit(() => ctx.ports.principals.forgetAccount(account.id));
  return account;
}
