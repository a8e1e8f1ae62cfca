import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { readEmail } from './read-email.ts';
import { accountIdLengthMax } from './rules.ts';
import { type Account, accountByAccountId, accountByEmail } from './sql.ts';

/** The two members by which an operator names an account; one of them is enough. */
export const accountNames = {
  account_id: Type.String({
    maxLength: accountIdLengthMax,
    default: '',
    description: 'The account, or name it by `email`.',
  }),
  email: Type.String({
    maxLength: 320,
    default: '',
    description: 'The account, when `account_id` is empty.',
  }),
};

/** The account an operator names in a body: 422 without a name or where the two differ, 404 where there is none. */
export async function accountNamed(
  ctx: Context<'not_found'>,
  named: { account_id: string; email: string },
): Promise<Account> {
  const accountId = named.account_id.trim();
  const email = named.email.trim() && readEmail(['email'], named.email);
  if (!accountId && !email) return failField(['account_id'], 'Give an account_id or an email', 'missing');
  const account = accountId
    ? await accountByAccountId(ctx.db, accountId)
    : await accountByEmail(ctx.db, email);
  if (!account) return ctx.fail('not_found', { detail: `There is no account '${accountId || email}'.` });
  if (accountId && email && account.email !== email) {
    return failField(['email'], 'The account with this account_id has another e-mail');
  }
  return account;
}
