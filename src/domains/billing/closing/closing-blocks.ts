import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { ClosingBlock, DataOf } from '#core/parts/account-rows.ts';
import { rupeesAndPaiseOf } from '#values/money.ts';
import { authorisedRank, capturedRank, openRank, pendingRank } from '../rules.ts';

const kinds = [
  'subscription_renews',
  'contract_in_force',
  'purchase_on_its_way',
  'refund_under_way',
  'payment_disputed',
  'invoice_waiting',
] as const;
type Kind = (typeof kinds)[number];

interface Row {
  kind: Kind;
  purchase: string;
  amount_paise: number;
}

const sentences: Readonly<Record<Kind, (row: Row) => string>> = {
  subscription_renews: () => 'A subscription renews. Cancel it first.',
  contract_in_force: () => 'A contract is in force. End it first, under Access.',
  purchase_on_its_way: ({ purchase, amount_paise }) =>
    `A purchase of ${rupeesAndPaiseOf(amount_paise)} is on its way (${purchase}). Ask the provider now, on the page of the purchase. If nothing was paid, wait an hour from the checkout.`,
  refund_under_way: ({ purchase, amount_paise }) =>
    `${rupeesAndPaiseOf(amount_paise)} is on its way back (${purchase}). Wait until the provider has carried it out.`,
  payment_disputed: ({ purchase, amount_paise }) =>
    `The buyer disputes ${rupeesAndPaiseOf(amount_paise)} (${purchase}). Wait until the bank has decided.`,
  invoice_waiting: ({ purchase, amount_paise }) =>
    `A payment of ${rupeesAndPaiseOf(amount_paise)} has no invoice yet (${purchase}). It is issued within a minute, once your business is set under GST.`,
};

/** Money of an account that moves, or will. */
export async function closingBlocks(db: Db, { id }: DataOf, now: Date): Promise<ClosingBlock[]> {
  const { rows } = await sql<Row>`
    select 'subscription_renews' as kind, purchase, amount_paise from subscription
    where account = ${id} and not is_over and stops_at is null and (first_paid_at is not null or exists (
      select from payment
      where payment.purchase = subscription.purchase and payment.subscription = subscription.reference and outcome = 'reversed'))
    union all
    select 'contract_in_force', id, 0 from contract where account = ${id} and coalesce(ends_at, 'infinity') > ${now}
    union all
    ${onItsWay(id, now)}
    union all
    select 'refund_under_way', purchase, amount_paise from (${goingBack(id)}) as going_back
    union all
    select 'payment_disputed', payment.purchase, dispute.amount_paise
    from payment join provider_dispute as dispute
      on dispute.provider = payment.provider and dispute.payment = payment.provider_payment_id and dispute.rank = ${openRank}
    where payment.account = ${id} and payment.kind = 'payment'
    union all
    select 'invoice_waiting', purchase, amount_paise from payment
    where account = ${id} and document is null and (outcome = 'granted' or kind in ('refund', 'chargeback'))
      and exists (select from business_profile where account = ${id})
    limit 50`.execute(db);
  return rows.map((row) => ({ kind: row.kind, what: sentences[row.kind](row) }));
}

/** Checkouts of the last hour, and those with a payment that is authorised, or captured and not in the ledger. */
const onItsWay = (account: number, now: Date) => sql`
  select 'purchase_on_its_way', purchase.id, purchase.amount_paise from purchase
  where purchase.account = ${account} and not exists (select from payment where payment.purchase = purchase.id) and (
    purchase.created_at > ${now}::timestamptz - interval '1 hour'
    or exists (
      select from purchase_reference as ours join provider_payment as paid
        on paid.provider = ours.provider and ours.reference in (paid.order_reference, paid.subscription)
      where ours.purchase = purchase.id and paid.rank between ${authorisedRank} and ${capturedRank} and not paid.is_settled
    ))`;

/** Refunds that were asked for or are pending, and duplicates that are not back. */
const goingBack = (account: number) => sql`
  select request.purchase, request.amount_paise
  from refund_request as request join purchase on purchase.id = request.purchase
  where purchase.account = ${account} and request.refund is null and request.refusal is null
  union all
  select payment.purchase, refund.amount_paise
  from payment join provider_refund as refund
    on refund.provider = payment.provider and refund.payment = payment.provider_payment_id and refund.rank = ${pendingRank}
  where payment.account = ${account} and payment.kind = 'payment'
  union all
  select payment.purchase, payment.amount_paise from payment
  where payment.account = ${account} and payment.outcome = 'duplicate' and payment.amount_paise > (
    select coalesce(sum(back.amount_paise), 0) from payment as back
    where back.provider = payment.provider and back.provider_payment_id = payment.provider_payment_id and back.kind <> 'payment')`;
