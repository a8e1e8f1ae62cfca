import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, pageLimit, pageOf } from '#core/page.ts';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import { noDocument } from '../documents/sql.ts';
import { providerNames } from '../variables.ts';

const Movement = Type.Object({
  id: Type.String({ description: 'Ours: `pay_…`.' }),
  kind: Type.Enum(['payment', 'refund', 'payment_correction', 'chargeback'], {
    description:
      '`payment` came in. The others went out: `refund`; `payment_correction`, a duplicate sent back; `chargeback`, a lost dispute.',
  }),
  status: orNull(
    Type.Enum(['granted', 'duplicate', 'reversed']),
    'For a payment: `granted`; `duplicate`, which goes back; `reversed`, because all of it went back.',
  ),
  provider: Type.String(),
  provider_payment_id: Type.String({ description: 'Names the invoice of a payment.' }),
  provider_reference: Type.String({ description: "The provider's id of this movement." }),
  document_number: orNull(
    Type.String({ examples: ['INV/2627/000042'] }),
    'Number of its invoice or credit note. Null while there is none: an invoice needs a business profile.',
  ),
  plan_id: Type.String(),
  amount: Type.Integer({ description: 'In paise, always positive.' }),
  currency: Type.String(),
  method: orNull(Type.String(), '`upi`, `card`, …'),
  credits: orNull(Type.Integer(), 'Credits granted.'),
  credits_expire_at: instantOrNull('When these expire.'),
  period_start: instantOrNull('For a monthly plan: the period paid for.'),
  period_end: instantOrNull('Exclusive.'),
  at: instant('When it happened at the provider.'),
});

export const listPayments = operation({
  id: 'billing.list-payments',
  summary: 'List the payments of an account, newest first',
  description: 'The payment ledger: one row for each movement of money.',
  kind: 'query',
  doors: [dashboard('GET', '/internal/billing/payments/{account_id}')],
  account: 'required',
  input: Type.Object({
    payment_reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only those of the checkout that gave this reference.',
      }),
    ),
    limit: pageLimit(1000, 100),
    cursor: NumberCursor,
  }),
  output: Type.Object({
    account_id: Type.String(),
    items: Type.Array(Movement),
    next_cursor: NextCursor,
  }),
  errors: ['not_found'],

  async run(ctx, { payment_reference: reference, limit, cursor }) {
    const found = await movementsOf(ctx.db, ctx.account.id, { reference, cursor, limit: limit + 1 });
    const { rows, nextCursor } = pageOf(found, limit, ({ number }) => String(number));
    return {
      account_id: ctx.account.account_id,
      items: rows.map(({ number: _, ...movement }) => movement),
      next_cursor: nextCursor,
    };
  },
});

interface Wanted {
  reference: string | undefined;
  cursor: string | undefined;
  limit: number;
}

async function movementsOf(db: Db, account: number, { reference, cursor, limit }: Wanted) {
  let query = db.selectFrom('payment').where('account', '=', account);
  if (cursor !== undefined) query = query.where('number', '<', Number(cursor));
  if (reference !== undefined) {
    const purchase = db
      .selectFrom('purchase_reference')
      .select('purchase')
      .where('provider', 'in', providerNames)
      .where('reference', '=', reference);
    query = query.where('purchase', 'in', purchase);
  }
  return query
    .select(['number', 'id', 'kind', 'provider', 'provider_payment_id', 'currency', 'method'])
    .select(['credits', 'credits_expire_at', 'period_start', 'period_end'])
    .select(['outcome as status', 'reference as provider_reference', 'plan as plan_id'])
    .select(['amount_paise as amount', 'occurred_at as at'])
    .select(sql`nullif(document, ${noDocument})`.as('document_number'))
    .$castTo<Static<typeof Movement> & { number: number }>()
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}
