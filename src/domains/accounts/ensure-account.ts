import type { Db } from '#core/context.ts';
import { type Account, accountByAccountId, insertAccount, lockEmail, setMissingEmail } from './sql.ts';

export interface EnsuredAccount {
  accountId: string;
  /** Normalised. */
  email?: string | undefined;
}

/**
 * The account of this account_id, made when it is not there yet; concurrent calls make one. The e-mail is kept when
 * the account has none and no other account has it: compare the answer's where that matters. With an e-mail it is to
 * be called in a transaction.
 */
export async function ensureAccount(db: Db, { accountId, email }: EnsuredAccount): Promise<Account> {
  const found = await accountByAccountId(db, accountId);
  if (found && (!email || found.email !== null)) return found;
  if (email) await lockEmail(db, email);
  const account = found ?? (await makeAccount(db, accountId, email));
  if (!email || account.email !== null) return account;
  return (await setMissingEmail(db, account.id, email)) ?? account;
}

async function makeAccount(db: Db, accountId: string, email: string | undefined): Promise<Account> {
  const made = email ? await insertAccount(db, accountId, email) : null;
  const account =
    made ?? (await insertAccount(db, accountId, null)) ?? (await accountByAccountId(db, accountId));
  if (!account) throw new Error(`the account ${accountId} was neither made nor found`);
  return account;
}
