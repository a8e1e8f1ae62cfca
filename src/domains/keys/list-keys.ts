import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { KeyForOperators, KeyStatus, keyForOperators } from './shapes.ts';
import { keyById, listKeys as keysWhere } from './sql/keys.ts';

export const listKeys = operation({
  id: 'keys.list-keys',
  summary: 'List keys, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/keys/list')],
  input: Type.Object({
    email: Type.Optional(
      Type.String({ maxLength: 320, description: 'Keys of the account with this e-mail.' }),
    ),
    account_id: Type.Optional(Type.String({ maxLength: 200, description: 'Keys of this account.' })),
    status: Type.Optional(KeyStatus),
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
    cursor: Type.Optional(Type.String({ maxLength: 100, description: '`next_cursor` of the page before.' })),
  }),
  output: Type.Object({
    items: Type.Array(KeyForOperators),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page.' }),
  }),
  errors: [],

  async run(ctx, { email, account_id: accountId, status, limit, cursor }) {
    if (cursor && !(await keyById(ctx.db, cursor))) return failField(['cursor'], 'Not a cursor of this list');
    const now = ctx.now();
    const found = await keysWhere(ctx.db, {
      email: email && readEmail(['email'], email),
      accountId,
      status,
      after: cursor,
      limit: limit + 1,
      now,
    });
    const page = found.slice(0, limit);
    return {
      items: page.map((key) => keyForOperators(key, now)),
      next_cursor: found.length > limit ? page.at(-1)!.id : null,
    };
  },
});
