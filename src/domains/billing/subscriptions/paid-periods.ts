import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** Reads from the ledger since when and until when a subscription is paid for. Money that went back doesn't count. */
export async function recountPaidPeriods(db: Db, provider: string, reference: string): Promise<void> {
  await sql`
    update subscription set (first_paid_at, paid_until) = (
      select min(occurred_at), max(period_end) from payment
      where purchase = subscription.purchase and subscription = ${reference} and outcome in ('kept', 'granted'))
    where provider = ${provider} and reference = ${reference}`.execute(db);
}
