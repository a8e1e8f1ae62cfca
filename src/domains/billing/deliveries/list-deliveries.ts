import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { providerChoice } from '../variables.ts';
import { DeliveryReport, deliveryReport, listedDeliveries } from './deliveries.ts';

export const listDeliveries = operation({
  id: 'billing.list-deliveries',
  summary: 'List what payment providers delivered, newest first',
  description: 'Applied deliveries are kept for 90 days. Bodies are never shown, because they name buyers.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/billing/deliveries')],
  input: Type.Object({
    provider: Type.Optional(Type.String({ maxLength: 100, description: `${providerChoice}.` })),
    status: Type.Optional(
      Type.Enum(['applied', 'waiting', 'failed'], {
        description: '`failed` deliveries are tried again every five minutes, 20 times.',
      }),
    ),
    limit: pageLimit(1000, 100),
    cursor: NumberCursor,
  }),
  output: Type.Object({ items: Type.Array(DeliveryReport), next_cursor: NextCursor }),
  errors: [],

  async run(ctx, { provider, status, limit, cursor }) {
    const before = numberIn(cursor);
    const found = await listedDeliveries(ctx.db, { provider, status, before, limit: limit + 1 });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows.map(deliveryReport), next_cursor: nextCursor };
  },
});
