import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import type { PaymentTable } from '#platform/database/rows.generated.ts';
import type { Purchase } from '../purchases.ts';
import { type EarlierPayment, lostRank, refundRanks } from '../rules.ts';
import { type KnownPayment, paidAtOf, type Return } from './provider-payments.ts';

export type Outcome = EarlierPayment['outcome'];

/** Money that came in, and its outcome. */
export interface Payment extends Selectable<PaymentTable> {
  outcome: Outcome;
}

const payments = (db: Db) =>
  db.selectFrom('payment').selectAll().where('kind', '=', 'payment').$castTo<Payment>();

export const paymentFrom = async (db: Db, provider: string, payment: string): Promise<Payment | null> =>
  (await payments(db).where('provider', '=', provider).where('reference', '=', payment).executeTakeFirst()) ??
  null;

/** The payments for a purchase, oldest first. */
export const paymentsOf = (db: Db, purchase: string): Promise<Payment[]> =>
  payments(db).where('purchase', '=', purchase).orderBy('number').execute();

/** Throws when another payment already counts for the pack or the period. */
export function insertPayment(
  db: Db,
  paid: KnownPayment,
  { id: purchase, account, plan }: Purchase,
  outcome: Outcome,
): Promise<Payment> {
  const { provider, id: reference, amount_paise, currency, method, subscription } = paid;
  const bought = { purchase, account, plan, period_start: paid.period_start, period_end: paid.period_end };
  const money = { provider, reference, provider_payment_id: reference, amount_paise, currency, method };
  return db
    .insertInto('payment')
    .values({
      ...{ id: newId('pay'), kind: 'payment', occurred_at: paidAtOf(paid), outcome },
      ...{ ...bought, ...money, subscription },
    })
    .returningAll()
    .$castTo<Payment>()
    .executeTakeFirstOrThrow();
}

export type MovementBack = 'refund' | 'payment_correction' | 'chargeback';

/** Money that went out. Each is recorded once; null if it was recorded before. */
export async function recordReturn(
  db: Db,
  { provider, provider_payment_id, purchase, account, plan, currency, method }: Payment,
  kind: MovementBack,
  { id: reference, amount_paise, at: occurred_at }: Omit<Return, 'rank'>,
): Promise<string | null> {
  const ofPayment = { provider, provider_payment_id, purchase, account, plan, currency, method };
  const row = await db
    .insertInto('payment')
    .values({ id: newId('pay'), kind, reference, amount_paise, occurred_at, ...ofPayment })
    .onConflict((conflict) => conflict.columns(['provider', 'kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function changePayment(db: Db, id: string, change: Updateable<PaymentTable>): Promise<void> {
  await db.updateTable('payment').set(change).where('id', '=', id).execute();
}

/** Everything that moved for a purchase now belongs to the account that claimed it. */
export async function givePaymentsTo(db: Db, purchase: string, account: number): Promise<void> {
  await db.updateTable('payment').set({ account }).where('purchase', '=', purchase).execute();
}

/** Makes every process read the account's plan and rate again once the transaction has committed. */
export async function announceAccount(db: Db, account: number): Promise<void> {
  await sql`select pg_notify('account_changed', ${String(account)})`.execute(db);
}

/** Duplicates of which a part is neither back nor on its way back. */
export async function duplicatesToRefund(
  db: Db,
): Promise<Pick<Payment, 'provider' | 'provider_payment_id'>[]> {
  const { rows } = await sql<Pick<Payment, 'provider' | 'provider_payment_id'>>`
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
  return rows;
}
