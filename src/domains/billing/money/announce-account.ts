import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** Makes every process read the account's plan and rate again once the transaction has committed. */
export async function announceAccount(db: Db, account: number): Promise<void> {
  await sql`select pg_notify('account_changed', ${String(account)})`.execute(db);
}
