import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant, orNull } from '#core/shapes.ts';

/** Banks confirm a payment up to five days late. */
const openDays = 7;
const purchasesMax = 20;

const advice = {
  waiting:
    'If you have paid, do not pay again: banks confirm most payments within minutes, and some after up to five days. If you have not, you can still pay.',
  processing: 'The bank is working on the payment. Do not pay again: the credits arrive once it confirms.',
  failed: 'The last payment failed, and no money was taken. You can pay again.',
};
type Status = keyof typeof advice;

const OpenPurchase = Type.Object(
  {
    id: Type.String({ examples: ['pur_3hTq9Zs1Yb6RkLp0Xe9Vd2'] }),
    status: Type.Enum(Object.keys(advice) as Status[], {
      description:
        '`waiting`: no payment is known. `processing`: a payment has begun. `failed`: the last payment failed.',
    }),
    what_to_do: Type.String({ description: 'The same for the buyer, in sentences.' }),
    plan_id: Type.String({ examples: ['topup_100'] }),
    plan_name: Type.String({ description: 'The name of the plan or pack.' }),
    kind: Type.Enum(['monthly', 'topup'], { description: '`monthly` for a plan, `topup` for a pack.' }),
    amount: Type.Integer({ description: 'In paise.' }),
    credits: Type.Integer({ description: 'Credits that it grants.' }),
    payment_reference: orNull(Type.String(), 'For `claim-token`. Null if the provider never gave one.'),
    since: instant('When the checkout began.'),
  },
  { title: 'OpenPurchase' },
);

export const listOpenPurchases = operation({
  id: 'billing.list-open-purchases',
  summary: 'List checkouts of an account whose money has not arrived, newest first',
  description: `Covers the last ${openDays} days, ${purchasesMax} checkouts at most. An unpaid checkout is left out once a later one is paid.`,
  kind: 'query',
  doors: [dashboard('GET', '/internal/billing/open-purchases/{account_id}')],
  account: 'required',
  input: Type.Object({}),
  example: { account_id: 'acme-42' },
  output: Type.Object({ account_id: Type.String(), items: Type.Array(OpenPurchase) }),
  errors: ['not_found'],

  async run(ctx) {
    const since = new Date(ctx.now().getTime() - openDays * dayMs);
    const items = await openPurchasesOf(ctx.db, ctx.account.id, since);
    return {
      account_id: ctx.account.account_id,
      items: items.map((item) => ({ ...item, what_to_do: advice[item.status] })),
    };
  },
});

type Row = Omit<Static<typeof OpenPurchase>, 'what_to_do'>;

async function openPurchasesOf(db: Db, account: number, since: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select purchase.id, purchase.plan as plan_id, purchase.terms ->> 'name' as plan_name, purchase.kind,
      purchase.amount_paise as amount, purchase.credits, purchase.created_at as since,
      (select reference from purchase_reference where purchase = purchase.id order by created_at desc, reference limit 1)
        as payment_reference,
      case when seen.rank is null then 'waiting' when seen.rank = 1 then 'failed' else 'processing' end as status
    from purchase
    left join lateral (
      select payment.rank from purchase_reference known
      join provider_payment payment on payment.provider = known.provider and payment.order_reference = known.reference
      where known.purchase = purchase.id
      -- A payment that failed may be followed by another attempt.
      order by payment.rank = 1, payment.first_seen_at desc limit 1
    ) seen on true
    where purchase.account = ${account} and purchase.created_at >= ${since}
      and not exists (select from payment where payment.purchase = purchase.id)
      and (coalesce(seen.rank, 1) <> 1 or not exists (
        select from purchase later join payment on payment.purchase = later.id
        where later.account = purchase.account and later.created_at > purchase.created_at
      ))
    order by purchase.created_at desc, purchase.id desc limit ${purchasesMax}`.execute(db);
  return rows;
}
