import { type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { RefundRequestTable } from '#platform/database/rows.generated.ts';
import type { ProviderRefund } from '#platform/payments/port.ts';
import { creditsToReverse, pendingRank, refundRanks } from '../rules.ts';
import { alertRefund, refundDone } from './alerts.ts';
import type { Payment } from './payment-ledger.ts';
import { mergeRefund, moneyBackOf } from './provider-payments.ts';

export type RefundRequest = Selectable<RefundRequestTable>;

export async function insertRefundRequest(
  db: Db,
  request: Omit<RefundRequest, 'refund' | 'refusal'>,
): Promise<void> {
  await db.insertInto('refund_request').values(request).execute();
}

export const refundRequest = async (db: Db, id: string): Promise<RefundRequest | null> =>
  (await db.selectFrom('refund_request').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** The provider refused it. Returns whether it did: a refund that was reported in between outlasts a refusal. */
export async function refuseRequest(db: Db, id: string, refusal: string): Promise<boolean> {
  const update = db.updateTable('refund_request').set({ refusal }).where('id', '=', id);
  return (await update.where('refund', 'is', null).returning('id').execute()).length > 0;
}

/** The request that the refund carries out, which is bound to it. Null if no operator asked for it here. */
async function requestOf(
  db: Db,
  provider: string,
  { id, payment, key }: ProviderRefund,
): Promise<{ purchase: string; isBound: boolean } | null> {
  const ours = db
    .selectFrom('refund_request')
    .select(['id', 'purchase', 'refund'])
    .where('provider', '=', provider)
    .where('payment', '=', payment)
    .where((where) => where.or([where('refund', '=', id), where('id', '=', key)]));
  const request = await ours.executeTakeFirst();
  if (!request) return null;
  const isBound = request.refund === null;
  if (isBound) {
    const bound = { refund: id, refusal: null };
    await db.updateTable('refund_request').set(bound).where('id', '=', request.id).execute();
  }
  return { purchase: request.purchase, isBound };
}

/**
 * Adds a refund that the provider reported. One that an operator asked for ends the request, also if the answer to our call was lost.
 * Hold the lock of the payment.
 */
export async function takeRefund(db: Db, provider: string, refund: ProviderRefund, at: Date): Promise<void> {
  const isNews = await mergeRefund(db, provider, refund, at);
  const request = await requestOf(db, provider, refund);
  if (!request || !(isNews || request.isBound)) return;
  if (refund.status === 'failed') await alertRefund(db, request.purchase, 'The refund failed.');
  else await refundDone(db, request.purchase);
}

/** Requests that the provider has neither taken nor refused, oldest first. */
export const refundsToSend = (db: Db): Promise<Pick<RefundRequest, 'id'>[]> =>
  db
    .selectFrom('refund_request')
    .select('id')
    .where('refund', 'is', null)
    .where('refusal', 'is', null)
    .orderBy('asked_at')
    .limit(500)
    .execute();

/** What operators asked to send back, in paise: by requests that the provider hasn't taken, and by refunds that it hasn't carried out. */
export async function askedPaiseOf(
  db: Db,
  provider: string,
  payment: string,
): Promise<{ unsent: number; pending: number }> {
  const { rows } = await sql<{ unsent: number; pending: number }>`
    select coalesce(sum(request.amount_paise) filter (where request.refund is null), 0)::bigint as unsent,
      coalesce(sum(request.amount_paise) filter (where refund.rank = ${pendingRank}), 0)::bigint as pending
    from refund_request as request
    left join provider_refund as refund on refund.provider = request.provider and refund.id = request.refund
    where request.provider = ${provider} and request.payment = ${payment} and request.refusal is null`.execute(
    db,
  );
  return rows[0]!;
}

export interface Refundable {
  /** In paise: what went back, and what is on its way. */
  back: number;
  /** In paise: the most that can be sent back now. */
  refundable: number;
}

/**
 * How much of a payment an operator can send back: the part whose credits aren't used. A lot's own number of unused credits is
 * `available`; it is null while the payment has granted none.
 */
export async function refundableOf(
  db: Db,
  { provider, reference, amount_paise, outcome }: Payment,
  { credits, available }: { credits: number; available: number | null },
): Promise<Refundable> {
  const { refundedPaise, pendingPaise, lostPaise, isDisputed } = await moneyBackOf(db, provider, reference);
  const { unsent } = await askedPaiseOf(db, provider, reference);
  const back = Math.min(amount_paise, refundedPaise + lostPaise + pendingPaise + unsent);
  if (outcome === 'reversed' || isDisputed) return { back, refundable: 0 };
  if (available === null) return { back, refundable: amount_paise - back };
  const unused = creditsToReverse(credits, amount_paise, back) + available;
  const most = unused >= credits ? amount_paise : Math.floor((unused * amount_paise) / credits);
  return { back, refundable: Math.max(0, most - back) };
}

export interface RefundOnDesk extends Pick<RefundRequest, 'id' | 'reason' | 'actor' | 'asked_at'> {
  payment_id: string;
  amount: number;
  status: 'asked' | 'refused' | (typeof refundRanks)[number];
  refusal: string | null;
}

/** The refunds of a purchase that operators asked for, oldest first. */
export async function refundsOf(db: Db, purchase: string): Promise<RefundOnDesk[]> {
  const { rows } = await sql<RefundOnDesk>`
    select request.id, request.payment as payment_id, request.amount_paise as amount, request.reason, request.actor, request.asked_at,
      request.refusal,
      case when request.refusal is not null then 'refused'
        else coalesce((${[...refundRanks]}::text[])[refund.rank + 1], 'asked') end as status
    from refund_request as request
    left join provider_refund as refund on refund.provider = request.provider and refund.id = request.refund
    where request.purchase = ${purchase}
    order by request.asked_at, request.id`.execute(db);
  return rows;
}
