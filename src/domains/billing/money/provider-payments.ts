import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { takeTurn } from '#core/database/statement.ts';
import type { ProviderPaymentTable } from '#platform/database/rows.generated.ts';
import type {
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  ProviderSubscription,
} from '#platform/payments/port.ts';
import {
  capturedRank,
  disputeRanks,
  lostRank,
  openRank,
  paymentRanks,
  pendingRank,
  processedRank,
  refundedRank,
  refundRanks,
} from '../rules.ts';

/** The provider's reports about a payment so far. */
export type KnownPayment = Selectable<ProviderPaymentTable>;

/** When it was captured, as far as known. */
export const paidAtOf = ({ captured_at, first_seen_at }: KnownPayment): Date => captured_at ?? first_seen_at;

/** Serialises everything about one payment, also before its purchase is known. */
export async function lockPayment(db: Db, provider: string, id: string): Promise<void> {
  await takeTurn(db, `payment ${provider} ${id}`);
}

export async function knownPayment(db: Db, provider: string, id: string): Promise<KnownPayment | null> {
  const known = db.selectFrom('provider_payment').selectAll().where('provider', '=', provider);
  return (await known.where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The payment is in the ledger, so the nightly job need not look at it again. */
export async function markSettled(db: Db, { provider, id }: KnownPayment): Promise<void> {
  await db
    .updateTable('provider_payment')
    .set({ is_settled: true })
    .where('provider', '=', provider)
    .where('id', '=', id)
    .execute();
}

/** Adds a fact to what is known. The order of facts doesn't matter. */
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

/** A refund or a dispute as the provider last reported it. */
export interface Return {
  id: string;
  amount_paise: number;
  rank: number;
  at: Date;
}

type ReturnTable = 'provider_refund' | 'provider_dispute';

/** Returns whether it is news. */
export const mergeRefund = (db: Db, provider: string, refund: ProviderRefund, at: Date): Promise<boolean> =>
  mergeReturn(db, sql`insert into provider_refund`, provider, refund, refundRanks.indexOf(refund.status), at);

export const mergeDispute = (
  db: Db,
  provider: string,
  dispute: ProviderDispute,
  at: Date,
): Promise<boolean> =>
  mergeReturn(
    db,
    sql`insert into provider_dispute`,
    provider,
    dispute,
    disputeRanks.indexOf(dispute.status),
    at,
  );

async function mergeReturn(
  db: Db,
  insert: RawBuilder<unknown>,
  provider: string,
  { id, payment, amountPaise }: Pick<ProviderRefund, 'id' | 'payment' | 'amountPaise'>,
  rank: number,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    ${insert} as known (provider, id, payment, amount_paise, rank, at)
    values (${provider}, ${id}, ${payment}, ${amountPaise}, ${rank}, ${at})
    on conflict (provider, id) do update set rank = excluded.rank, at = excluded.at
    where known.rank < excluded.rank
    returning id`.execute(db);
  return rows.length > 0;
}

const returnsIn = (db: Db, table: ReturnTable, provider: string, payment: string): Promise<Return[]> =>
  db
    .selectFrom(table)
    .select(['id', 'amount_paise', 'rank', 'at'])
    .where('provider', '=', provider)
    .where('payment', '=', payment)
    .orderBy('id')
    .execute();

const sum = (returns: readonly Return[]): number =>
  returns.reduce((total, { amount_paise }) => total + amount_paise, 0);

/** How much of a payment went back, how much is on its way back, and whether anything is still disputed. */
export async function moneyBackOf(db: Db, provider: string, payment: string) {
  const known = await knownPayment(db, provider, payment);
  const refunds = await returnsIn(db, 'provider_refund', provider, payment);
  const disputes = await returnsIn(db, 'provider_dispute', provider, payment);
  const processed = refunds.filter((refund) => refund.rank === processedRank);
  const lost = disputes.filter((dispute) => dispute.rank === lostRank);
  return {
    processed,
    lost,
    refundedPaise: sum(processed),
    pendingPaise: sum(refunds.filter((refund) => refund.rank === pendingRank)),
    unmovedPaise: sum(refunds.filter((refund) => refund.rank !== processedRank)),
    lostPaise: sum(lost),
    isDisputed: disputes.some((dispute) => dispute.rank === openRank),
    isRefunded: known !== null && known.rank >= refundedRank,
  };
}
