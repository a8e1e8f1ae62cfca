import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { beginningLike } from '#core/database/parameters.ts';
import { rowsOf } from '#core/database/statement.ts';
import { maskedNumber } from '#values/masked.ts';

export const numberStates = ['verified', 'recorded', 'none'] as const;
export type NumberState = (typeof numberStates)[number];

/** A condition on a query's `account`: the state of its number, or the number itself in E.164. */
export function numberCondition(wanted: NumberState | `+${string}`): RawBuilder<SqlBool> {
  const having = (condition: RawBuilder<unknown>) =>
    sql<SqlBool>`account.id in (select known.account from whatsapp_number as known where ${condition})`;
  switch (wanted) {
    case 'verified':
      return having(sql`known.verified_at is not null`);
    case 'recorded':
      return having(sql`known.verified_at is null`);
    case 'none':
      return sql<SqlBool>`not exists (select from whatsapp_number as known where known.account = account.id)`;
    default:
      return having(sql`known.number = ${wanted}`);
  }
}

/** The numbers of accounts, masked. */
export async function numbersOf(
  db: Db,
  accounts: readonly number[],
): Promise<ReadonlyMap<number, { number: string; verified_at: Date | null }>> {
  const rows = await db
    .selectFrom('whatsapp_number')
    .select(['account', 'number', 'verified_at'])
    .where(sql<SqlBool>`account = any(${accounts}::bigint[])`)
    .execute();
  return new Map(
    rows.map(({ account, number, verified_at }) => [account, { number: maskedNumber(number), verified_at }]),
  );
}

/** @param beginning of a number in E.164 */
export async function accountsWithNumber(db: Db, beginning: string, limit: number): Promise<number[]> {
  const rows = await rowsOf<{ account: number }>(db)`
    select account from whatsapp_number where number like ${beginningLike(beginning)} limit ${limit}`;
  return rows.map(({ account }) => account);
}
