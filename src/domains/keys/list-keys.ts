import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { Cursor, NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { accountIdOrEmpty, readEmail } from '#domains/accounts/index.ts';
import { KeyForOperators, KeyStatus, keyForOperators } from './shapes.ts';
import { keyById, listKeys as keysWhere } from './sql/keys.ts';

export const listKeys = operation({
  id: 'keys.list-keys',
  summary: 'List keys, newest first',
  description: 'Filters are combined.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/keys/list')],
  input: Type.Object({
    email: Type.Optional(
      Type.String({ maxLength: 320, description: 'Only keys of the account with this email.' }),
    ),
    account_id: Type.Optional(
      Type.String({ ...accountIdOrEmpty, description: 'Only keys of this account.' }),
    ),
    prefix: Type.String({
      maxLength: 30,
      default: '',
      description:
        'Only keys whose `prefix` begins with this, such as `cty_live_4fRz`. Never send a whole key.',
    }),
    status: Type.Optional(KeyStatus),
    limit: pageLimit(500, 100),
    cursor: Cursor,
  }),
  output: Type.Object({
    items: Type.Array(KeyForOperators),
    next_cursor: NextCursor,
  }),
  errors: [],

  async run(ctx, { email, account_id, prefix, status, limit, cursor }) {
    if (cursor && !(await keyById(ctx.db, cursor)))
      return failField(['cursor'], 'This cursor does not belong to the list');
    const now = ctx.now();
    const filter = {
      ...{ account_id, status, cursor, prefix: prefix.trim() },
      email: email && readEmail(['email'], email),
    };
    const found = await keysWhere(ctx.db, filter, limit + 1, now);
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => id);
    return { items: rows.map((key) => keyForOperators(key, now)), next_cursor: nextCursor };
  },
});
