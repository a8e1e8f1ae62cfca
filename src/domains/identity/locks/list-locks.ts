import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { pageLimit } from '#core/page.ts';
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
  }),
  output: Type.Object({ items: Type.Array(Lock) }),
  errors: [],

  async run(ctx, { limit, include_expired: includeExpired }) {
    const now = ctx.now();
    const locks = await locksWhere(ctx.db, { limit, includeExpired, now });
    return { items: locks.map((lock) => lockOnWire(lock, now)) };
  },
});
