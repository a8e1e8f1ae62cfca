import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { DeskPurchase, listedPurchases, purchaseOrders, purchaseStates } from './purchases.ts';

const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const listPurchases = operation({
  id: 'billing.list-purchases',
  summary: 'List purchases, also those without a payment',
  description:
    '`q` finds a purchase by whatever a buyer can name: an order, a subscription, a payment, an invoice, an ' +
    'email, an account or an amount. The beginning of a reference, a number or an email is enough.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/billing/purchases')],
  input: Type.Object({
    q: Type.String({
      maxLength: 320,
      default: '',
      description:
        'A reference of the provider (`order_…`, `sub_…`, `pay_…`, `rfnd_…`), the number of an invoice, an email, an `account_id`, ' +
        'or an amount in rupees such as `399` or `Rs 399`.',
    }),
    status: Type.Optional(Type.Enum([...purchaseStates], { description: 'Only those in this state.' })),
    since: Moment('Only those from then on. ISO 8601.'),
    until: Moment('Only those before then. ISO 8601.'),
    order: Type.Enum([...purchaseOrders], {
      default: 'newest',
      description: 'Which come first: by when the checkout began, or by the price.',
    }),
    limit: pageLimit(200, 50),
    cursor: Type.String({
      maxLength: 100,
      default: '',
      description: 'The `next_cursor` of the page before.',
    }),
  }),
  output: Type.Object({ items: Type.Array(DeskPurchase), next_cursor: NextCursor }),
  errors: [],

  async run(ctx, { q, status, since, until, order, limit, cursor }) {
    const found = await listedPurchases(ctx.db, {
      text: q.trim(),
      status,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      order,
      after: cursor,
      limit: limit + 1,
    });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => id);
    return { items: rows, next_cursor: nextCursor };
  },
});
