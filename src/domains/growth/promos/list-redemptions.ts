import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { accountByAccountId, accountIdOrEmpty } from '#domains/accounts/index.ts';
import { redemptionsWhere } from './redemptions.ts';
import { readCode } from './rules.ts';
import { Redemption } from './shapes.ts';

export const listRedemptions = operation({
  id: 'growth.list-redemptions',
  summary: 'List redemptions, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/growth/redemptions')],
  input: Type.Object({
    account_id: Type.Optional(Type.String({ ...accountIdOrEmpty, description: 'Those of this account.' })),
    code: Type.Optional(Type.String({ maxLength: 100, description: 'Those of this code.' })),
    limit: pageLimit(1000, 100),
    cursor: NumberCursor,
  }),
  example: { account_id: 'acme-42', limit: 50 },
  output: Type.Object({ items: Type.Array(Redemption), next_cursor: NextCursor }),

  async run(ctx, { account_id, code: given, limit, cursor }) {
    const code = given ? readCode(given) : undefined;
    if (code === null) return failField(['code'], 'No promo can have this code');
    const account = account_id ? await accountByAccountId(ctx.db, account_id) : undefined;
    if (account === null) return { items: [], next_cursor: null };
    const found = await redemptionsWhere(ctx.db, {
      account: account?.id,
      code,
      before: numberIn(cursor),
      limit: limit + 1,
    });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows, next_cursor: nextCursor };
  },
});
