import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { AccountTable } from '#platform/database/rows.generated.ts';

/** Whoever pays. `id` is ours and never leaves the process; `accountId` is the dashboard's own string. */
export interface Account {
  id: number;
  accountId: string;
  /** Normalised; no two accounts have the same one. */
  email: string | null;
  /** The account's own setting; null leaves it to its keys and plans. */
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

/** By the ledger's number. */
export async function accountById(db: Db, id: number): Promise<Account | null> {
  return orNull(await db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst());
}

/** `email` normalised. */
export async function accountByEmail(db: Db, email: string): Promise<Account | null> {
  return orNull(
    await db.selectFrom('account').selectAll().where(sql`lower(email)`, '=', email).executeTakeFirst(),
  );
}

/** Null when the account_id or the e-mail is another account's; a concurrent insert of either is waited for. */
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

/** Lets one transaction at a time decide whose an e-mail is. */
export async function lockEmail(db: Db, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account e-mail ${email}`}, 0))`.execute(db);
}

/** Gives the e-mail to an account that has none; null when another account has it. */
export async function setMissingEmail(db: Db, id: number, email: string): Promise<Account | null> {
  return orNull(
    await db
      .updateTable('account')
      .set({ email })
      .where('id', '=', id)
      .where('email', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('account as other').select('other.id').where(sql`lower(other.email)`, '=', email),
          ),
        ),
      )
      .returningAll()
      .executeTakeFirst(),
  );
}

export async function updateRate(db: Db, id: number, rateLimitPerMin: number | null): Promise<void> {
  await db.updateTable('account').set({ rate_limit_per_min: rateLimitPerMin }).where('id', '=', id).execute();
}

/** Lets one transaction at a time decide about the account's keys; spends and reads go on. */
export async function lockAccount(db: Db, id: number): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}
