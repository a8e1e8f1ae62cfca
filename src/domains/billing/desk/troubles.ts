import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { rupeesAndPaiseOf } from '#values/money.ts';
import { purchasesNamed } from './purchases.ts';

/** Something about an account's money that an operator should see. */
export interface MoneyTrouble {
  kind: 'payment_disputed' | 'refund_open' | 'refund_refused' | 'subscription_failing' | 'invoice_waiting';
  what: string;
  /** The purchase that it is about. */
  purchase: string;
}

interface Row {
  kind: MoneyTrouble['kind'];
  purchase: string;
  amount_paise: number;
  more: string | null;
}

const sentences: Readonly<Record<MoneyTrouble['kind'], (row: Row) => string>> = {
  payment_disputed: ({ amount_paise }) =>
    `The buyer disputes a payment of ${rupeesAndPaiseOf(amount_paise)}. Its credits are kept aside.`,
  refund_open: ({ amount_paise }) =>
    `A refund of ${rupeesAndPaiseOf(amount_paise)} is on its way to the provider.`,
  refund_refused: ({ amount_paise, more }) =>
    `The provider refused a refund of ${rupeesAndPaiseOf(amount_paise)}: ${more}`,
  subscription_failing: ({ more }) => `The subscription is ${more}: its last charge failed.`,
  invoice_waiting: ({ amount_paise }) =>
    `A payment of ${rupeesAndPaiseOf(amount_paise)} has no invoice, because there is no business profile.`,
};

const refusedDays = 30;

/** Troubles with the money of an account now. */
export async function moneyTroublesOf(db: Db, account: number, now: Date): Promise<MoneyTrouble[]> {
  const { rows } = await sql<Row>`
    with request as (
      select request.* from refund_request as request join purchase on purchase.id = request.purchase where account = ${account}
    )
    select 'payment_disputed' as kind, payment.purchase, dispute.amount_paise, null as more
    from payment join provider_dispute as dispute
      on dispute.provider = payment.provider and dispute.payment = payment.provider_payment_id and dispute.rank = 0
    where payment.account = ${account} and payment.kind = 'payment'
    union all
    select 'refund_open', purchase, amount_paise, null from request where refund is null and refusal is null
    union all
    select 'refund_refused', purchase, amount_paise, refusal from request
    where refusal is not null and asked_at > ${now}::timestamptz - make_interval(days => ${refusedDays})
    union all
    select 'subscription_failing', purchase, amount_paise, status from subscription
    where account = ${account} and not is_over and status in ('pending', 'halted')
    union all
    select 'invoice_waiting', purchase, amount_paise, null from payment
    where account = ${account} and outcome = 'granted' and document is null
    limit 50`.execute(db);
  return rows.map((row) => ({ kind: row.kind, what: sentences[row.kind](row), purchase: row.purchase }));
}

/** Accounts of a purchase that has this reference, payment, refund or invoice. */
export async function accountsWithPayment(db: Db, text: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ account: number }>`
    select distinct account from purchase where account is not null and id in (${purchasesNamed(text)}) limit ${limit}`.execute(
    db,
  );
  return rows.map(({ account }) => account);
}
