import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { accountIdOrEmpty, readEmail } from '#domains/accounts/index.ts';
import { GrantReport } from '../shapes.ts';
import { listGrants } from '../sql/grants.ts';

export const listCreditGrants = operation({
  id: 'credits.list-grants',
  summary: 'List credit grants, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/growth/credits')],
  input: Type.Object({
    account_id: Type.Optional(Type.String({ ...accountIdOrEmpty, description: 'Grants to this account.' })),
    email: Type.Optional(
      Type.String({ maxLength: 320, description: 'Grants to the account with this email.' }),
    ),
    limit: pageLimit(1000, 100),
    cursor: NumberCursor,
  }),
  output: Type.Object({ items: Type.Array(GrantReport), next_cursor: NextCursor }),

  async run(ctx, { account_id, email, limit, cursor }) {
    const found = await listGrants(ctx.db, {
      account_id,
      email: email && readEmail(['email'], email),
      before: numberIn(cursor),
      limit: limit + 1,
    });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows, next_cursor: nextCursor };
  },
});
