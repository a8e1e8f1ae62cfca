import { type RawBuilder, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { beginningLike } from '#core/database/parameters.ts';
import { orderIn } from '#core/database/statement.ts';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import { noDocument } from '../documents/sql.ts';
import { authorisedRank, capturedRank } from '../rules.ts';
import { providerNames } from '../variables.ts';

export const purchaseOrders = ['newest', 'oldest', 'highest', 'lowest'] as const;
export const purchaseStates = [
  'open',
  'on_its_way',
  'unclaimed',
  'granted',
  'partly_returned',
  'returned',
] as const;

export const DeskPurchase = Type.Object(
  {
    id: Type.String({ examples: ['pur_3hTq9Zs1Yb6RkLp0Xe9Vd2'] }),
    status: Type.Enum([...purchaseStates], {
      description:
        '`open`: no money has arrived. `on_its_way`: the bank has authorised it. `unclaimed`: paid, and no account has claimed it. `granted`: its credits are with the ' +
        'account. `partly_returned` and `returned`: money went back, more than a payment too many.',
    }),
    account_id: orNull(Type.String(), 'The account. Null until a public checkout is claimed.'),
    email: orNull(
      Type.String(),
      'The email of the account, else the one that the buyer left at the checkout.',
    ),
    plan_id: Type.String({ examples: ['growth'] }),
    plan_name: Type.String({ description: 'The name at the time of the purchase.', examples: ['Growth'] }),
    amount: Type.Integer({ description: 'The price in paise.', examples: [39_900] }),
    paid: Type.Integer({ description: 'Captured in paise, by all payments.' }),
    returned: Type.Integer({ description: 'Sent back in paise: refunds, corrections and lost disputes.' }),
    provider: Type.String({ examples: ['sandbox'] }),
    references: Type.Array(Type.String(), {
      description: "The provider's orders or subscriptions.",
      examples: [['order_Pn4X2kd81Lm']],
    }),
    payments: Type.Array(Type.String(), {
      description: "The provider's payments.",
      examples: [['pay_Qr7Z1mf02Ab']],
    }),
    documents: Type.Array(Type.String(), {
      description: 'Invoices and credit notes.',
      examples: [['INV/2627/000042']],
    }),
    created_at: instant('When the checkout began.'),
    paid_at: instantOrNull('When the first payment was captured.'),
  },
  { title: 'DeskPurchase' },
);
export type DeskPurchase = Static<typeof DeskPurchase>;

const everyProvider = sql`any(${[...providerNames]}::text[])`;

const rows = sql`
  select purchase.id, purchase.account, account.account_id,
    coalesce(account.email, nullif(purchase.notify_email, '')) as email,
    purchase.plan as plan_id, purchase.terms ->> 'name' as plan_name, purchase.amount_paise as amount,
    coalesce(money.paid, 0) as paid, coalesce(money.returned, 0) as returned, purchase.provider,
    array(select reference from purchase_reference where purchase = purchase.id order by created_at, reference) as "references",
    coalesce(money.payments, '{}') as payments, coalesce(money.documents, '{}') as documents,
    purchase.created_at, money.paid_at,
    case
      when money.paid is null and exists (
        select from purchase_reference as ours cross join lateral (
          select rank, is_settled from provider_payment where provider = ours.provider and order_reference = ours.reference
          union all
          select rank, is_settled from provider_payment where provider = ours.provider and subscription = ours.reference
        ) as known
        where ours.purchase = purchase.id and known.rank between ${authorisedRank} and ${capturedRank} and not known.is_settled
      ) then 'on_its_way'
      when money.paid is null then 'open'
      when money.returned >= money.paid then 'returned'
      when money.undone > 0 then 'partly_returned'
      when purchase.account is null then 'unclaimed'
      else 'granted'
    end as status
  from purchase
  left join account on account.id = purchase.account
  left join lateral (
    select sum(amount_paise) filter (where kind = 'payment')::bigint as paid,
      coalesce(sum(amount_paise) filter (where kind <> 'payment'), 0)::bigint as returned,
      coalesce(sum(amount_paise) filter (where kind in ('refund', 'chargeback')), 0) as undone,
      min(occurred_at) filter (where kind = 'payment') as paid_at,
      array_agg(reference order by number) filter (where kind = 'payment') as payments,
      array_agg(document order by number) filter (where document <> ${noDocument}) as documents
    from payment where payment.purchase = purchase.id
  ) as money on true`;

interface Filter {
  /** A reference, an email, an account or an amount. Empty for all. */
  text: string;
  status: DeskPurchase['status'] | undefined;
  since: Date | undefined;
  until: Date | undefined;
  order: (typeof purchaseOrders)[number];
  /** The last purchase of the page before. */
  after: string;
  limit: number;
}

export async function listedPurchases(
  db: Db,
  { text, status, since, until, order, after: last, limit }: Filter,
): Promise<DeskPurchase[]> {
  const conditions = [sql`true`];
  if (text !== '') conditions.push(sql`desk.id in (${purchasesFor(text)})`);
  if (status) conditions.push(sql`desk.status = ${status}`);
  if (since) conditions.push(sql`desk.created_at >= ${since}`);
  if (until) conditions.push(sql`desk.created_at < ${until}`);
  const { after, direction } = orderIn(order);
  const isByPrice = order === 'highest' || order === 'lowest';
  if (last !== '')
    conditions.push(
      isByPrice
        ? sql`(desk.amount, desk.id) ${after} (select amount_paise, id from purchase where id = ${last})`
        : sql`(desk.created_at, desk.id) ${after} (select created_at, id from purchase where id = ${last})`,
    );
  const { rows: found } = await sql<DeskPurchase & { account: number | null }>`
    select * from (${rows}) as desk where ${sql.join(conditions, sql` and `)}
    order by ${isByPrice ? sql`desk.amount` : sql`desk.created_at`} ${direction}, desk.id ${direction} limit ${limit}`.execute(
    db,
  );
  return found.map(({ account: _, ...purchase }) => purchase);
}

/** By our id, an order, a subscription, a payment, a refund or an invoice, or the beginning of one of these. */
export const purchasesNamed = (text: string): RawBuilder<unknown> =>
  sql.join([purchasesWith(text), ...purchasesBeginning(text)], sql` union all `);

const beginningsMax = 1000;

/** A text that has the form of a reference or of a document's number, and isn't so short that it begins all of them. */
function purchasesBeginning(text: string): RawBuilder<unknown>[] {
  if (/^[a-z]+_\w{3}/i.test(text))
    return [
      sql`(select purchase from purchase_reference where reference like ${beginningLike(text)} limit ${beginningsMax})`,
      sql`(select purchase from payment where reference like ${beginningLike(text)} limit ${beginningsMax})`,
    ];
  const number = /^([A-Z0-9-]+\/\d{4}\/)(\d{0,6})$/i.exec(text);
  if (number === null) return [];
  const [, series = '', digits = ''] = number;
  const padded = (series + digits.padStart(digits === '' ? 0 : 6, '0')).toUpperCase();
  return [
    sql`(select purchase from payment where document like ${beginningLike(padded)} limit ${beginningsMax})`,
  ];
}

const purchasesWith = (text: string): RawBuilder<unknown> => sql`
    select id from purchase where id = ${text}
    union all
    select purchase from purchase_reference where provider = ${everyProvider} and reference = ${text}
    union all
    select purchase from payment where provider = ${everyProvider} and provider_payment_id = ${text}
    union all
    select purchase from payment
    where provider = ${everyProvider} and kind = any('{payment,refund,payment_correction,chargeback}') and reference = ${text}
    union all
    select purchase from payment where id = ${text}
    union all
    select purchase from payment where document = ${text.toUpperCase()}`;

/** Whatever names it: our id, an order, a subscription, a payment, a refund, an invoice, an account, an email or an amount in rupees. */
function purchasesFor(text: string): RawBuilder<unknown> {
  const email = text.toLowerCase();
  const [, rupees = null] =
    /^(?:₹|rs\.?|inr)?\s*(\d{1,9}(?:\.\d{1,2})?)(?:\/-)?$/i.exec(text.replaceAll(',', '')) ?? [];
  const paise = rupees === null ? null : Math.round(Number(rupees) * 100);
  return sql`
    ${purchasesNamed(text)}
    union all
    select id from purchase where account in (select id from account where account_id = ${text} or email = ${email})
    union all
    select id from purchase where account in (
      select id from account where ${email.length > 2} and lower(email) like ${beginningLike(email)} limit ${beginningsMax})
    union all
    select id from purchase where notify_email <> '' and notify_email = ${email}
    union all
    select id from purchase where amount_paise = ${paise}`;
}

/** One purchase, with the internal id of its account. Null if there is none. */
export async function purchaseOnDesk(
  db: Db,
  id: string,
): Promise<(DeskPurchase & { account: number | null }) | null> {
  const { rows: found } = await sql<DeskPurchase & { account: number | null }>`
    select * from (${rows}) as desk where desk.id = ${id}`.execute(db);
  return found[0] ?? null;
}
