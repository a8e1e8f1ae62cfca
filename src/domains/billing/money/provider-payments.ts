import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { ProviderPaymentTable } from '#platform/database/rows.generated.ts';
import type { ProviderPayment, ProviderSubscription } from '#platform/payments/port.ts';
import { capturedRank, paymentRanks, refundedRank } from '../rules.ts';

/** A payment as far as its provider has told it. */
export interface KnownPayment {
  provider: string;
  id: string;
  /** Also true once it is refunded. */
  isCaptured: boolean;
  isRefunded: boolean;
  amountPaise: number;
  currency: string;
  order: string | null;
  invoice: string | null;
  method: string | null;
  subscription: string | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** When it was captured, as far as known. */
  paidAt: Date;
}

const knownPaymentOf = (row: Selectable<ProviderPaymentTable>): KnownPayment => ({
  provider: row.provider,
  id: row.id,
  isCaptured: row.rank >= capturedRank,
  isRefunded: row.rank >= refundedRank,
  amountPaise: row.amount_paise,
  currency: row.currency,
  order: row.order_reference,
  invoice: row.invoice,
  method: row.method,
  subscription: row.subscription,
  periodStart: row.period_start,
  periodEnd: row.period_end,
  paidAt: row.captured_at ?? row.first_seen_at,
});

/** Serialises everything about one payment, also before its purchase is known. */
export async function lockPayment(db: Db, provider: string, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${provider} ${id}`}, 0))`.execute(db);
}

export async function knownPayment(db: Db, provider: string, id: string): Promise<KnownPayment | null> {
  const row = await db
    .selectFrom('provider_payment')
    .selectAll()
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? knownPaymentOf(row) : null;
}

/** The payment is in the ledger, so the night need not look at it again. */
export async function markSettled(db: Db, { provider, id }: KnownPayment): Promise<void> {
  await db
    .updateTable('provider_payment')
    .set({ is_settled: true })
    .where('provider', '=', provider)
    .where('id', '=', id)
    .execute();
}

/** Adds what a fact tells to what is known. The order of facts doesn't matter. */
export async function mergePayment(
  db: Db,
  provider: string,
  { payment, subscription, at }: { payment: ProviderPayment; subscription?: ProviderSubscription; at: Date },
): Promise<void> {
  const rank = paymentRanks.indexOf(payment.status);
  const hasPeriod = subscription?.periodStart && subscription.periodEnd;
  await sql`
    insert into provider_payment as known (provider, id, rank, amount_paise, currency, order_reference, invoice, method, failure,
      subscription, period_start, period_end, captured_at, first_seen_at)
    values (${provider}, ${payment.id}, ${rank}, ${payment.amountPaise}, ${payment.currency}, ${payment.order}, ${payment.invoice},
      ${payment.method}, ${payment.failure}, ${subscription?.id ?? null}, ${hasPeriod ? subscription.periodStart : null},
      ${hasPeriod ? subscription.periodEnd : null}, ${rank >= capturedRank ? at : null}, ${at})
    on conflict (provider, id) do update set
      rank = greatest(known.rank, excluded.rank),
      -- What was captured counts, not what was tried.
      amount_paise = case when excluded.rank > known.rank then excluded.amount_paise else known.amount_paise end,
      currency = case when excluded.rank > known.rank then excluded.currency else known.currency end,
      order_reference = coalesce(known.order_reference, excluded.order_reference),
      invoice = coalesce(known.invoice, excluded.invoice),
      method = coalesce(known.method, excluded.method),
      failure = coalesce(excluded.failure, known.failure),
      subscription = coalesce(known.subscription, excluded.subscription),
      period_start = coalesce(known.period_start, excluded.period_start),
      period_end = coalesce(known.period_end, excluded.period_end),
      captured_at = least(known.captured_at, excluded.captured_at),
      first_seen_at = least(known.first_seen_at, excluded.first_seen_at)`.execute(db);
}
