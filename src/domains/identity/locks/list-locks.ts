import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, pageLimit, pageOf } from '#core/page.ts';
import { Lock, lockOnWire } from './shapes.ts';
import { locksWhere } from './sql.ts';

export const listLocks = operation({
  id: 'identity.list-locks',
  summary: 'List locks, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/locks')],
  input: Type.Object({
    limit: pageLimit(1000, 200),
    include_expired: Type.Boolean({
      default: false,
      description: 'Include expired and lifted locks.',
    }),
    cursor: NumberCursor,
  }),
  output: Type.Object({ items: Type.Array(Lock), next_cursor: NextCursor }),
  errors: [],

  async run(ctx, { limit, include_expired: includeExpired, cursor }) {
    const now = ctx.now();
    const before = cursor === undefined ? undefined : Number(cursor);
    const found = await locksWhere(ctx.db, { limit: limit + 1, includeExpired, before, now });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows.map((lock) => lockOnWire(lock, now)), next_cursor: nextCursor };
  },
});
