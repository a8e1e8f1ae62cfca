import type { Db } from '#core/context.ts';
import { type Account, accountByAccountId, insertAccount, lockEmail, setMissingEmail } from './sql.ts';

export interface EnsuredAccount {
  accountId: string;
  /** Normalised. */
  email?: string | undefined;
}

/**
 * Returns the account, creating it if it doesn't exist; concurrent calls create one. Sets the email only when the account
 * has none and no other account uses it, so callers that depend on it must check the result. Needs a transaction for that.
 */
export async function ensureAccount(db: Db, { accountId, email }: EnsuredAccount): Promise<Account> {
  const found = await accountByAccountId(db, accountId);
  if (found && (!email || found.email !== null)) return found;
  if (email) await lockEmail(db, email);
  const account = found ?? (await makeAccount(db, accountId, email));
  if (!email || account.email !== null) return account;
  // A concurrent call may have given the account its email since it was read.
  return (
    (await setMissingEmail(db, account.id, email)) ?? (await accountByAccountId(db, accountId)) ?? account
  );
}

async function makeAccount(db: Db, accountId: string, email: string | undefined): Promise<Account> {
  const made = email ? await insertAccount(db, accountId, email) : null;
  const account =
    made ?? (await insertAccount(db, accountId, null)) ?? (await accountByAccountId(db, accountId));
  if (!account) throw new Error(`the account ${accountId} was neither created nor found`);
  return account;
}
