import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { fieldOf, rowOrNull, rowsOf } from '#core/database/statement.ts';
import type { Account } from './sql.ts';

export interface ClosedAccount extends Account {
  closed_at: Date;
  /** Null until everything that a closing erases is erased. */
  erased_at: Date | null;
}

/** A closed account, by its made-up account_id or by the one that it had. */
export const closedAccount = (db: Db, accountId: string): Promise<ClosedAccount | null> =>
  rowOrNull<ClosedAccount>(db)`
    select id, account_id, email, rate_limit_per_min, closed_at, erased_at from account
    where closed_at is not null and (account_id = ${accountId} or former_account_id = ${accountId})
    order by closed_at desc limit 1`;

/** Takes the person from the row of the account. An email is no name to keep. */
export async function closeAccountRow(
  db: Db,
  { id, account_id }: Pick<Account, 'id' | 'account_id'>,
  { as, at }: { as: string; at: Date },
): Promise<void> {
  const former = account_id.includes('@') ? null : account_id;
  await db
    .updateTable('account')
    .set({ account_id: as, former_account_id: former, email: null, rate_limit_per_min: null, closed_at: at })
    .where('id', '=', id)
    .execute();
}

/** Under the account's lock, it stays open until the transaction ends. */
export const isClosed = (db: Db, id: number): Promise<boolean> =>
  fieldOf<boolean>(db)`select closed_at is not null from account where id = ${id}`;

/** When the person of the account last got an export. */
export async function exportedAt(db: Db, id: number): Promise<Date | null> {
  const row = await db.selectFrom('account').select('exported_at').where('id', '=', id).executeTakeFirst();
  return row?.exported_at ?? null;
}

export async function setExported(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('account').set({ exported_at: at }).where('id', '=', id).execute();
}

/** Calls that were under way when an account was closed may store something after that. */
const watchedDays = 3;

/** Accounts that were closed lately, or whose data is not erased yet. */
export const accountsToErase = (db: Db, now: Date): Promise<Account[]> =>
  rowsOf<Account>(db)`
    select id, account_id, email, rate_limit_per_min from account
    where closed_at is not null
      and (erased_at is null or closed_at > ${now}::timestamptz - make_interval(days => ${watchedDays}))
    order by closed_at limit 1000`;

export async function setErased(db: Db, id: number, at: Date): Promise<void> {
  await sql`update account set erased_at = ${at} where id = ${id} and erased_at is null`.execute(db);
}
