import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** What each account can spend now. Accounts without credits are missing. */
export async function balancesOf(db: Db, accounts: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ account: number; balance: number }>`
    select account, sum(avail)::bigint as balance from credit_lot
    where account = any(${accounts}::bigint[]) and closed_at is null and expires_at > ledger_now()
    group by account`.execute(db);
  return new Map(rows.map(({ account, balance }) => [account, balance]));
}
