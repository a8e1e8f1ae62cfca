import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, pageLimit, pageOf } from '#core/page.ts';
import { accountIdOrEmpty } from '#domains/accounts/index.ts';
import { Entry, entriesWhere } from './entries.ts';

const only = (maxLength: number, description: string) => Type.String({ maxLength, default: '', description });
const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const listEntries = operation({
  id: 'audit.list-entries',
  summary: 'List who changed what, newest first',
  description:
    'Every command of an operator leaves an entry in the transaction that carries it out. Filters are combined. Entries ' +
    'contain no secrets and no contact values; a locked email or number is masked.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/audit')],
  input: Type.Object({
    actor: only(200, 'Only what this actor did.'),
    action: only(
      200,
      'Only this action, such as `key.changed`, or this operation, such as `keys.change-key`.',
    ),
    account_id: Type.String({
      ...accountIdOrEmpty,
      default: '',
      description: 'Only what concerns this account.',
    }),
    from: Moment('Only entries at this time or later.'),
    to: Moment('Only entries before this time.'),
    limit: pageLimit(1000, 100),
    cursor: NumberCursor,
  }),
  output: Type.Object({ items: Type.Array(Entry), next_cursor: NextCursor }),
  errors: [],

  async run(ctx, { limit, cursor, ...only }) {
    const found = await entriesWhere(ctx.db, { ...only, before: cursor, limit: limit + 1 });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => id);
    return { items: rows, next_cursor: nextCursor };
  },
});
