import type { Db } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { closedAccount } from './closed-accounts.ts';
import { type Account, accountByAccountId, insertAccount, lockEmail, setMissingEmail } from './sql.ts';

export interface EnsuredAccount {
  account_id: string;
  /** Normalised. */
  email?: string | undefined;
}

/**
 * Returns the account, creating it if it doesn't exist; concurrent calls create one. Sets the email only when the account
 * has none and no other account uses it, so callers that depend on it must check the result. Needs a transaction for that.
 */
export async function ensureAccount(db: Db, { account_id, email }: EnsuredAccount): Promise<Account> {
  const found = await accountByAccountId(db, account_id);
  if (found && (!email || found.email !== null)) return found;
  if (email) await lockEmail(db, email);
  const account = found ?? (await makeAccount(db, account_id, email));
  if (!email || account.email !== null) return account;
  // A concurrent call may have given the account its email since it was read.
  return (
    (await setMissingEmail(db, account.id, email)) ?? (await accountByAccountId(db, account_id)) ?? account
  );
}

async function makeAccount(db: Db, account_id: string, email: string | undefined): Promise<Account> {
  const made = email ? await insertAccount(db, account_id, email) : null;
  const account =
    made ?? (await insertAccount(db, account_id, null)) ?? (await accountByAccountId(db, account_id));
  if (!account && (await closedAccount(db, account_id)))
    failField(['account_id'], 'This account is closed. Use another account_id');
  if (!account) throw new Error(`the account ${account_id} was neither created nor found`);
  return account;
}
