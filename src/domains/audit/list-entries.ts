import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, Order, pageLimit, pageOf } from '#core/page.ts';
import { Entry, EntryFilter, entriesWhere } from './entries.ts';

export const listEntries = operation({
  id: 'audit.list-entries',
  summary: 'List who changed what',
  description:
    'Every command of an operator leaves an entry in the transaction that carries it out. Filters are combined. Entries ' +
    'contain no secrets and no contact values but the email of the account; a locked email or number is masked.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/audit')],
  input: Type.Object({
    ...EntryFilter.properties,
    order: Order,
    limit: pageLimit(1000, 100),
    cursor: NumberCursor,
  }),
  output: Type.Object({ items: Type.Array(Entry), next_cursor: NextCursor }),
  errors: [],

  async run(ctx, { limit, cursor, ...only }) {
    const found = await entriesWhere(ctx.db, { ...only, cursor, limit: limit + 1 });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => id);
    return { items: rows, next_cursor: nextCursor };
  },
});
