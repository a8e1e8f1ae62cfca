import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { promoOnWire } from './on-wire.ts';
import { promosBefore } from './promos.ts';
import { Promo } from './shapes.ts';

export const listPromos = operation({
  id: 'growth.list-promos',
  summary: 'List promos with the uses they have left, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/growth/promos')],
  input: Type.Object({ limit: pageLimit(1000, 100), cursor: NumberCursor }),
  output: Type.Object({ items: Type.Array(Promo), next_cursor: NextCursor }),

  async run(ctx, { limit, cursor }) {
    const found = await promosBefore(ctx.db, numberIn(cursor), limit + 1);
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows.map(promoOnWire), next_cursor: nextCursor };
  },
});
