import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { AccountTable } from '#platform/database/rows.generated.ts';

/** A customer. `id` is internal and never leaves the process; `accountId` is the dashboard's identifier. */
export interface Account {
  id: number;
  accountId: string;
  /** Normalised. Unique across accounts. */
  email: string | null;
  /** A rate set for this account. Null means that its keys and plans decide. */
  rateLimitPerMin: number | null;
  createdAt: Date;
}

const accountOf = (row: Selectable<AccountTable>): Account => ({
  id: row.id,
  accountId: row.account_id,
  email: row.email,
  rateLimitPerMin: row.rate_limit_per_min,
  createdAt: row.created_at,
});

const orNull = (row: Selectable<AccountTable> | undefined): Account | null => (row ? accountOf(row) : null);

export async function accountByAccountId(db: Db, accountId: string): Promise<Account | null> {
  return orNull(
    await db.selectFrom('account').selectAll().where('account_id', '=', accountId).executeTakeFirst(),
  );
}

/** Finds an account by its internal id, as the ledger uses it. */
export async function accountById(db: Db, id: number): Promise<Account | null> {
  return orNull(await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst());
}

/** Expects a normalised e-mail. */
export async function accountByEmail(db: Db, email: string): Promise<Account | null> {
  return orNull(await db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst());
}

/** Returns null when another account has the account_id or e-mail. Waits for a concurrent insert of either. */
export async function insertAccount(
  db: Db,
  accountId: string,
  email: string | null,
): Promise<Account | null> {
  return orNull(
    await db
      .insertInto('account')
      .values({ account_id: accountId, email })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Serialises transactions that claim this e-mail. */
export async function lockEmail(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account e-mail ${email}`}, 0))`.execute(db);
}

/** Sets the e-mail of an account that has none. Returns null when another account has it. */
export async function setMissingEmail(db: Db, id: number, email: string): Promise<Account | null> {
  return orNull(
    await db
      .updateTable('account')
      .set({ email })
      .where('id', '=', id)
      .where('email', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('account as other').select('other.id').where('other.email', '=', email))),
      )
      .returningAll()
      .executeTakeFirst(),
  );
}

/** Replaces the email of an account. Returns false if another account has it. */
export async function updateEmail(db: Db, id: number, email: string): Promise<boolean> {
  await lockEmail(db, email);
  const holder = await accountByEmail(db, email);
  if (holder) return holder.id === id;
  await db.updateTable('account').set({ email }).where('id', '=', id).execute();
  return true;
}

export async function updateRate(db: Db, id: number, rateLimitPerMin: number | null): Promise<void> {
  await db.updateTable('account').set({ rate_limit_per_min: rateLimitPerMin }).where('id', '=', id).execute();
}

/** Serialises changes to the account's keys. Spends and reads aren't blocked. */
export async function lockAccount(db: Db, id: number): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Timeline entries of sessions whose rows are deleted, for the source that showed them before. */
export const pastSessions = ({ id }: { id: number }, source: string): RawBuilder<unknown> => sql`
  select at, what, detail from past_session where account = ${id} and source = ${source}`;
