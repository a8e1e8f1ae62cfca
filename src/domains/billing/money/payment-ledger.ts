import { type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import type { PaymentTable } from '#platform/database/rows.generated.ts';
import type { Purchase } from '../purchases.ts';
import { type EarlierPayment, lostRank, refundRanks } from '../rules.ts';
import type { Return } from './money-back.ts';
import type { KnownPayment } from './provider-payments.ts';

export type Outcome = EarlierPayment['outcome'];

/** Money that came in, and what became of it. */
export interface Payment {
  id: string;
  provider: string;
  providerPaymentId: string;
  purchase: string;
  account: number | null;
  plan: string;
  amountPaise: number;
  currency: string;
  method: string | null;
  subscription: string | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  paidAt: Date;
  outcome: Outcome;
  lot: number | null;
  creditsReversed: number;
  creditsShort: number;
  /** The hold that freezes its credits. */
  frozenBy: number | null;
}

const paymentOf = (row: Selectable<PaymentTable>): Payment => ({
  id: row.id,
  provider: row.provider,
  providerPaymentId: row.provider_payment_id,
  purchase: row.purchase,
  account: row.account,
  plan: row.plan,
  amountPaise: row.amount_paise,
  currency: row.currency,
  method: row.method,
  subscription: row.subscription,
  periodStart: row.period_start,
  periodEnd: row.period_end,
  paidAt: row.occurred_at,
  outcome: row.outcome as Outcome,
  lot: row.lot,
  creditsReversed: row.credits_reversed,
  creditsShort: row.credits_short,
  frozenBy: row.frozen_by,
});

const payments = (db: Db) => db.selectFrom('payment').selectAll().where('kind', '=', 'payment');

export async function paymentFrom(db: Db, provider: string, paymentId: string): Promise<Payment | null> {
  const row = await payments(db)
    .where('provider', '=', provider)
    .where('reference', '=', paymentId)
    .executeTakeFirst();
  return row ? paymentOf(row) : null;
}

/** What has come in for a purchase, oldest first. */
export async function paymentsOf(db: Db, purchase: string): Promise<Payment[]> {
  return (await payments(db).where('purchase', '=', purchase).orderBy('number').execute()).map(paymentOf);
}

/** Throws when another payment already counts for the pack or the period. */
export async function insertPayment(
  db: Db,
  paid: KnownPayment,
  purchase: Purchase,
  outcome: Outcome,
): Promise<Payment> {
  const row = await db
    .insertInto('payment')
    .values({
      id: newId('pay'),
      kind: 'payment',
      provider: paid.provider,
      reference: paid.id,
      provider_payment_id: paid.id,
      purchase: purchase.id,
      account: purchase.account,
      plan: purchase.plan,
      amount_paise: paid.amountPaise,
      currency: paid.currency,
      method: paid.method,
      subscription: paid.subscription,
      period_start: paid.periodStart,
      period_end: paid.periodEnd,
      occurred_at: paid.paidAt,
      outcome,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return paymentOf(row);
}

export type MovementBack = 'refund' | 'payment_correction' | 'chargeback';

/** Money that went out. Each is recorded once; null if it was before. */
export async function recordReturn(
  db: Db,
  payment: Payment,
  kind: MovementBack,
  { id, amountPaise, at }: Return,
): Promise<string | null> {
  const row = await db
    .insertInto('payment')
    .values({
      id: newId('pay'),
      kind,
      provider: payment.provider,
      reference: id,
      provider_payment_id: payment.providerPaymentId,
      purchase: payment.purchase,
      account: payment.account,
      plan: payment.plan,
      amount_paise: amountPaise,
      currency: payment.currency,
      method: payment.method,
      occurred_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function setOutcome(db: Db, id: string, outcome: Outcome): Promise<void> {
  await db.updateTable('payment').set({ outcome }).where('id', '=', id).execute();
}

export async function setGranted(
  db: Db,
  id: string,
  granted: { account: number; lot: number; credits: number; expiresAt: Date },
): Promise<void> {
  const { account, lot, credits, expiresAt } = granted;
  await db
    .updateTable('payment')
    .set({ outcome: 'granted', account, lot, credits, credits_expire_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

export async function setCredits(
  db: Db,
  { id, creditsReversed, creditsShort, frozenBy }: Payment,
): Promise<void> {
  await db
    .updateTable('payment')
    .set({ credits_reversed: creditsReversed, credits_short: creditsShort, frozen_by: frozenBy })
    .where('id', '=', id)
    .execute();
}

/** Everything that moved for a purchase now belongs to the account that claimed it. */
export async function givePaymentsTo(db: Db, purchase: string, account: number): Promise<void> {
  await db.updateTable('payment').set({ account }).where('purchase', '=', purchase).execute();
}

/** Duplicates of which a part is neither back nor on its way back. */
export async function duplicatesToRefund(db: Db): Promise<Pick<Payment, 'provider' | 'providerPaymentId'>[]> {
  const { rows } = await sql<{ provider: string; provider_payment_id: string }>`
    select payment.provider, payment.provider_payment_id from payment
    where payment.outcome = 'duplicate' and payment.amount_paise > (
      select coalesce(sum(amount_paise), 0) from (
        select amount_paise from provider_refund refund
        where refund.provider = payment.provider and refund.payment = payment.provider_payment_id
          and refund.rank <> ${refundRanks.indexOf('failed')}
        union all
        select amount_paise from provider_dispute dispute
        where dispute.provider = payment.provider and dispute.payment = payment.provider_payment_id
          and dispute.rank = ${lostRank}
      ) back)
    order by payment.number
    limit 500`.execute(db);
  return rows.map(({ provider, provider_payment_id }) => ({
    provider,
    providerPaymentId: provider_payment_id,
  }));
}
