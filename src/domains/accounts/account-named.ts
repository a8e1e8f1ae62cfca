import { Type } from 'typebox';
import type { Context, Db } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { normaliseProvedEmail } from '#values/contacts/index.ts';
import { closedAccount } from './closed-accounts.ts';
import { ensureAccount } from './ensure-account.ts';
import { accountIdOrEmpty } from './rules.ts';
import { type Account, accountByAccountId, accountByEmail, lockAccount } from './sql.ts';

/** Members that identify an account in an operator's request. One of them is enough. */
export const accountNames = {
  account_id: Type.String({
    ...accountIdOrEmpty,
    default: '',
    description: 'The account. You can send `email` instead.',
  }),
  email: Type.String({
    maxLength: 320,
    default: '',
    description: "The account's email. Required when `account_id` is empty.",
  }),
};

/**
 * Finds the account an operator names. Fails with 422 when no name is given or the two disagree, 404 when none exists. A closed one
 * is only found to be looked at.
 */
export async function accountNamed(
  ctx: Context<'not_found'>,
  named: { account_id: string; email: string },
  { orClosed = false } = {},
): Promise<Account> {
  const { account_id } = named;
  const email = named.email.trim() && readEmail(['email'], named.email);
  if (!account_id && !email) return failField(['account_id'], 'Send an account_id or an email', 'missing');
  const account = account_id
    ? ((await accountByAccountId(ctx.db, account_id)) ??
      (orClosed ? await closedAccount(ctx.db, account_id) : null))
    : await accountByEmail(ctx.db, email);
  if (!account) return ctx.fail('not_found', { detail: `No account '${account_id || email}' exists.` });
  if (account_id && email && account.email !== email) {
    return failField(['email'], 'The account with this account_id has a different email');
  }
  return account;
}

/** The same for a command that changes it: it stays open, as it is, until the transaction ends. */
export const lockAccountNamed = (
  ctx: Context<'not_found'>,
  named: { account_id: string; email: string },
): Promise<Account> => lockFound(ctx.db, () => accountNamed(ctx, named));

/** Locks the account that `find` finds. If it was closed since, its names are free, and `find` decides again. */
export async function lockFound(db: Db, find: () => Promise<Account>): Promise<Account> {
  const { id } = await find();
  return (await lockAccount(db, id)) ?? lockFound(db, find);
}

/** The account, created if it doesn't exist. 409 when it has no email and another account has this one. */
export async function accountWith(
  ctx: Context<'handle_taken'>,
  account_id: string,
  email: string,
): Promise<Account> {
  if (email.trim() === '') return ensureAccount(ctx.db, { account_id });
  const account = await ensureAccount(ctx.db, { account_id, email: readEmail(['email'], email) });
  if (account.email !== null) return account;
  return ctx.fail('handle_taken', { detail: 'This email belongs to another account.' });
}

/** Normalises an email in a request. Fails with 422 at `path` when it isn't valid. */
export function readEmail(path: string[], text: string): string {
  const read = normaliseProvedEmail(text);
  return read.ok ? read.value : failField(path, `value is not a valid email address: ${read.detail}`);
}
