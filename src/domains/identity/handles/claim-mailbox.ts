import type { Context } from '#core/context.ts';
import type { Account } from '#domains/accounts/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import { KnownPrincipals } from '../principals/known-principals.ts';
import { claimHandles, handleOwners } from './handles.ts';

/** Claims the mailbox of the account's e-mail. 409 if another account has it, which rolls back. Needs a command. */
export async function claimMailbox(ctx: Context<'handle_taken'>, account: Account): Promise<void> {
  if (account.email === null) return;
  const mailbox = { kind: 'email', value: foldedMailbox(account.email) } as const;
  const [owner] = await handleOwners(ctx.db, [mailbox]);
  if (owner === account.id) return;
  const taken = await claimHandles(ctx.db, account.id, [mailbox]);
  if (taken.length > 0) {
    ctx.fail('handle_taken', {
      detail: 'This email belongs to another account.',
      members: { handles: ['email'] },
    });
  }
  ctx.afterCommit(() => ctx.ports.use(KnownPrincipals).forgetAccount(account.id));
}
