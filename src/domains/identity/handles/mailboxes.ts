import { sql } from 'kysely';
import type { Context, Db } from '#core/context.ts';
import { beginningLike } from '#core/database/parameters.ts';
import { type Account, updateEmail } from '#domains/accounts/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import { KnownPrincipals } from '../principals/known-principals.ts';
import { claimHandles, handleOwners, mailboxOf, releaseSignIns } from './handles.ts';

/** The mailboxes that each account has claimed, in the order of their claims. */
export async function mailboxesOf(
  db: Db,
  accounts: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ account: number; mailboxes: string[] }>`
    select account, array_agg(handle order by claimed_at, handle) as mailboxes from identity_handle
    where account = any(${accounts}::bigint[]) and kind = 'email'
    group by account`.execute(db);
  return new Map(rows.map(({ account, mailboxes }) => [account, mailboxes]));
}

/** Whether this is the account's first email, or one whose mailbox it has claimed. */
export async function ownsMailbox(
  db: Db,
  account: Pick<Account, 'id' | 'email'>,
  email: string,
): Promise<boolean> {
  if (account.email === email) return true;
  const [owner] = await handleOwners(db, [mailboxOf(email)]);
  return owner === account.id;
}

/** The accounts that have claimed the mailbox of this email, as a query. */
export const accountsWithMailbox = (email: string) => sql<{ account: number }>`
  select account from identity_handle where kind = 'email' and handle = ${foldedMailbox(email)}`;

/** The accounts that have claimed a mailbox which begins so, as a query. */
export const accountsWithMailboxLike = (beginning: string) => sql<{ account: number }>`
  select account from identity_handle where kind = 'email' and handle like ${beginningLike(beginning.toLowerCase())}`;

/** Claims the mailbox of the account's email. 409 if another account has it, which rolls back. Needs a command. */
export async function claimMailbox(ctx: Context<'handle_taken'>, { id, email }: Account): Promise<void> {
  if (email === null) return;
  const mailbox = mailboxOf(email);
  const [owner] = await handleOwners(ctx.db, [mailbox]);
  if (owner === id) return;
  const taken = await claimHandles(ctx.db, id, [mailbox]);
  if (taken.length > 0) {
    ctx.fail('handle_taken', {
      detail: 'This email belongs to another account.',
      members: { handles: ['email'] },
    });
  }
  ctx.afterCommit(() => ctx.ports.use(KnownPrincipals).forgetAccount(id));
}

/**
 * Makes this the account's primary email. One that it had not claimed is claimed, and then its sign-ins are released: the first that an
 * identity provider vouches for with the new email is claimed instead. Says whether it was new. 409 if another account has the email, which
 * rolls back. The account must be locked.
 */
export async function moveToEmail(
  ctx: Context<'handle_taken'>,
  { id, email: former }: Pick<Account, 'id' | 'email'>,
  email: string,
): Promise<{ isNew: boolean }> {
  const [owner = null] = await handleOwners(ctx.db, [mailboxOf(email)]);
  const mailboxes = [email, ...(former === null ? [] : [former])].map(mailboxOf);
  // The email is locked before its mailbox, as in a registration.
  const isSet = await updateEmail(ctx.db, id, email);
  if (!isSet || (await claimHandles(ctx.db, id, mailboxes)).length > 0)
    ctx.fail('handle_taken', {
      detail:
        'Another account has this email. Change or close that account first, or release the mailbox there.',
      members: { handles: ['email'] },
    });
  const isNew = owner !== id;
  if (isNew) await releaseSignIns(ctx.db, id);
  ctx.afterCommit(() => ctx.ports.use(KnownPrincipals).forgetAccount(id));
  return { isNew };
}
