import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { instant } from '#core/shapes.ts';
import { rupeesAndPaiseOf } from '#values/money.ts';
import { DeliveryReport, deliveriesAbout, deliveryReport } from '../deliveries/deliveries.ts';
import { disputeRanks, paymentRanks, refundRanks } from '../rules.ts';
import type { DeskPurchase } from './purchases.ts';

export const PurchaseEvent = Type.Object(
  {
    at: instant('When it happened.'),
    what: Type.String({
      description: 'A sentence.',
      examples: ['The provider captured ₹399.00 (pay_Qr7Z1mf02Ab, upi).'],
    }),
  },
  { title: 'PurchaseEvent' },
);
export type PurchaseEvent = Static<typeof PurchaseEvent>;

export const PurchaseDeliveries = Type.Array(DeliveryReport, {
  description: 'The deliveries of the provider that mention it, newest first. Those of the last 90 days.',
});

interface Fact {
  at: Date;
  kind: 'payment' | 'refund' | 'dispute' | 'movement' | 'subscription' | 'mail' | 'request';
  id: string;
  rank: number;
  amount_paise: number;
  /** A further name for the sentence. */
  more: string | null;
  end: string | null;
}

/** Everything that happened to a purchase, oldest first. */
export async function historyOf(db: Db, purchase: DeskPurchase): Promise<PurchaseEvent[]> {
  const { id, provider } = purchase;
  const { rows } = await sql<Fact>`
    with known as (
      select * from provider_payment
      where provider = ${provider} and (order_reference = any(${purchase.references}) or subscription = any(${purchase.references})
        or id = any(${purchase.payments}))
    )
    select coalesce(captured_at, first_seen_at) as at, 'payment' as kind, id, rank, amount_paise, method as more, failure as end
    from known
    union all
    select at, 'refund', id, rank, amount_paise, payment, null from provider_refund
    where provider = ${provider} and payment in (select id from known)
    union all
    select at, 'dispute', id, rank, amount_paise, payment, null from provider_dispute
    where provider = ${provider} and payment in (select id from known)
    union all
    select recorded_at, 'movement', reference, coalesce(credits, 0)::smallint, amount_paise, kind, outcome from payment
    where purchase = ${id}
    union all
    select stopped_at, 'subscription', reference, 0, amount_paise, stop_reason, null from subscription
    where purchase = ${id} and stopped_at is not null
    union all
    select asked_at, 'request', reason, 0, amount_paise, actor, refusal from refund_request where purchase = ${id}
    union all
    select ended_at, 'mail', kind, 0, 0, outcome, null from purchase_mail where purchase = ${id} and ended_at is not null
    order by at`.execute(db);
  const isAttached = purchase.references.some((reference) => purchase.payments.includes(reference));
  const price = rupeesAndPaiseOf(purchase.amount);
  const begun = {
    at: purchase.created_at,
    what: isAttached
      ? `An operator attached the payment of ${price} to the account, for ${purchase.plan_name}.`
      : `The checkout of ${purchase.plan_name} for ${price} began.`,
  };
  const events = [begun, ...rows.map((fact) => ({ at: fact.at, what: sentenceOf(fact) }))];
  return events.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

const mails: Readonly<Record<string, string>> = {
  purchase_claim: 'the link to claim the purchase',
  purchase_waiting: 'a reminder to claim the purchase',
  purchase_receipt: 'the receipt',
  purchase_refund: 'the news of the refund',
};

function sentenceOf({ kind, id, rank, amount_paise, more, end }: Fact): string {
  const amount = rupeesAndPaiseOf(amount_paise);
  switch (kind) {
    case 'payment':
      return paymentSentence(paymentRanks[rank]!, amount, [id, more].filter(Boolean).join(', '), end);
    case 'refund':
      return `The refund ${id} of ${amount} is ${refundRanks[rank]}.`;
    case 'dispute':
      return `The dispute ${id} about ${amount} is ${disputeRanks[rank]}.`;
    case 'request': {
      const refusal = end === null ? '' : ` The provider refused: ${end}`;
      return `${more} asked for a refund of ${amount}. Reason: ${id}.${refusal}`;
    }
    case 'subscription':
      return `The provider ended the subscription ${id} (${more}).`;
    case 'mail':
      return more === 'sent'
        ? `The buyer got ${mails[id] ?? id} by mail.`
        : `No mail with ${mails[id] ?? id}: ${more}.`;
    case 'movement':
      return movementSentence(more!, amount, id, { outcome: end, credits: rank });
  }
}

function paymentSentence(status: string, amount: string, names: string, failure: string | null): string {
  if (status === 'captured' || status === 'refunded') return `The provider captured ${amount} (${names}).`;
  if (status === 'authorized')
    return `The bank authorised ${amount} (${names}). The provider has not captured it yet.`;
  if (status === 'failed') return `A payment of ${amount} failed (${names})${failure ? `: ${failure}` : '.'}`;
  return `The buyer began to pay ${amount} (${names}).`;
}

function movementSentence(
  kind: string,
  amount: string,
  id: string,
  { outcome, credits }: { outcome: string | null; credits: number },
): string {
  if (kind === 'refund') return `${amount} went back to the buyer (${id}).`;
  if (kind === 'payment_correction') return `${amount} of a second payment went back to the buyer (${id}).`;
  if (kind === 'chargeback') return `The bank took ${amount} back (${id}).`;
  if (outcome === 'granted') return `The account got ${credits} credits for ${amount} (${id}).`;
  if (outcome === 'duplicate') return `The payment ${id} of ${amount} was not due. It goes back.`;
  if (outcome === 'reversed')
    return `The account got credits for ${amount} (${id}). They were taken back when all of it went back.`;
  return `${amount} arrived (${id}). No account has claimed the purchase yet.`;
}

/** The deliveries that mention one of its references or payments. */
export const deliveriesOf = async (db: Db, { provider, references, payments }: DeskPurchase) =>
  (await deliveriesAbout(db, provider, [...references, ...payments])).map(deliveryReport);
