import { type RawBuilder, sql } from 'kysely';
import type { AccountRef } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import { takeTurn } from '#core/database/statement.ts';

/** A customer. `id` is internal and never leaves the process; `account_id` is the dashboard's identifier. */
export interface Account extends AccountRef {
  /** Normalised. Unique across accounts. */
  email: string | null;
  /** A rate set for this account. Null means that its keys and plans decide. */
  rate_limit_per_min: number | null;
}

const columns = ['id', 'account_id', 'email', 'rate_limit_per_min'] as const;

const accounts = (db: Db) => db.selectFrom('account').select(columns);

/** Closed accounts are found by `closedAccount` alone. */
export const accountByAccountId = async (db: Db, accountId: string): Promise<Account | null> =>
  (await accounts(db)
    .where('account_id', '=', accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()) ?? null;

/** Finds an account, also a closed one, by its internal id, as the ledger uses it. */
export const accountById = async (db: Db, id: number): Promise<Account | null> =>
  (await accounts(db).where('id', '=', id).executeTakeFirst()) ?? null;

/** When an account was created. */
export const accountSince = async (db: Db, id: number): Promise<Date> =>
  (await db.selectFrom('account').select('created_at').where('id', '=', id).executeTakeFirstOrThrow())
    .created_at;

/** Expects a normalised email. */
export const accountByEmail = async (db: Db, email: string): Promise<Account | null> =>
  (await accounts(db).where('email', '=', email).executeTakeFirst()) ?? null;

/** Returns undefined when another account has the account_id or email. Waits for a concurrent insert of either. */
export const insertAccount = (
  db: Db,
  account_id: string,
  email: string | null,
): Promise<Account | undefined> =>
  db
    .insertInto('account')
    .values({ account_id, email })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();

/** Serialises transactions that claim this email. */
export async function lockEmail(db: Db, email: string): Promise<void> {
  await takeTurn(db, `account email ${email}`);
}

/** Sets the email of an account that has none. Returns undefined when another account has it. */
export const setMissingEmail = (db: Db, id: number, email: string): Promise<Account | undefined> =>
  db
    .updateTable('account')
    .set({ email })
    .where('id', '=', id)
    .where('email', 'is', null)
    .where('closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account as other').select('other.id').where('other.email', '=', email))),
    )
    .returning(columns)
    .executeTakeFirst();

/** Replaces the email of an account. Returns false if another account has it. */
export async function updateEmail(db: Db, id: number, email: string): Promise<boolean> {
  await lockEmail(db, email);
  const holder = await accountByEmail(db, email);
  if (holder) return holder.id === id;
  await db.updateTable('account').set({ email }).where('id', '=', id).execute();
  return true;
}

export async function updateRate(db: Db, id: number, rate_limit_per_min: number | null): Promise<void> {
  await db.updateTable('account').set({ rate_limit_per_min }).where('id', '=', id).execute();
}

/**
 * Serialises changes to an account with its closing. Spends and reads aren't blocked. Returns the account as it is until the
 * transaction ends, or null if it is closed.
 */
export async function lockAccount(db: Db, id: number): Promise<Account | null> {
  const { closed_at, ...account } = await accounts(db)
    .select('closed_at')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return closed_at === null ? account : null;
}

/** Timeline entries of sessions whose rows are deleted, for the source that showed them before. */
export const pastSessions = ({ id }: { id: number }, source: string): RawBuilder<unknown> => sql`
  select at, what, detail from past_session where account = ${id} and source = ${source}`;
