import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { instant, orNull } from '#core/shapes.ts';
import { capturedRank } from '../rules.ts';

export const UnmatchedPayment = Type.Object(
  {
    provider: Type.String({ examples: ['sandbox'] }),
    payment_id: Type.String({ description: "The provider's id.", examples: ['pay_Qr7Z1mf02Ab'] }),
    amount: Type.Integer({ description: 'In paise.', examples: [39_900] }),
    currency: Type.String({ examples: ['INR'] }),
    method: orNull(Type.String(), '`upi`, `card`, …'),
    reference: orNull(Type.String(), "The provider's order or subscription. Null if it has none."),
    is_subscription: Type.Boolean({ description: 'Whether it pays for a period of a subscription.' }),
    purchase_id: orNull(
      Type.String(),
      'The purchase that the reference belongs to, if its terms are other ones.',
    ),
    closed_account: orNull(
      Type.String({ examples: ['closed_4fR7sT2uVwX9yZ1aB3cD5e'] }),
      'The account that bought it, if it was closed before the money arrived.',
    ),
    at: instant('When it was captured.'),
  },
  { title: 'UnmatchedPayment' },
);
export type UnmatchedPayment = Static<typeof UnmatchedPayment>;

/** Captured money for which nothing was granted, newest first. Money that a charge reports again isn't listed. */
export async function unmatchedPayments(db: Db, limit: number): Promise<UnmatchedPayment[]> {
  const { rows } = await sql<UnmatchedPayment>`
    select known.provider, known.id as payment_id, known.amount_paise as amount, currency, method,
      coalesce(subscription, order_reference) as reference, subscription is not null as is_subscription,
      ours.purchase as purchase_id, account.account_id as closed_account, coalesce(captured_at, first_seen_at) as at
    from provider_payment as known
    left join purchase_reference as ours
      on ours.provider = known.provider and ours.reference = coalesce(known.subscription, known.order_reference)
    left join purchase on purchase.id = ours.purchase
    left join account on account.id = purchase.account and account.closed_at is not null
    where rank >= ${sql.lit(capturedRank)} and not is_settled and not (invoice is not null and subscription is null)
    order by first_seen_at desc, known.id
    limit ${limit}`.execute(db);
  return rows;
}
