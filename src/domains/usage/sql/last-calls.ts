import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** When each account made its last call. Those that made none are missing. */
export async function lastCallsOf(db: Db, accounts: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  const { rows } = await sql<{ account: number; at: Date }>`
    select asked.account, last.at
    from unnest(${accounts}::bigint[]) as asked (account)
    cross join lateral (
      select at from usage_event where usage_event.account = asked.account order by at desc limit 1
    ) as last`.execute(db);
  return new Map(rows.map(({ account, at }) => [account, at]));
}
