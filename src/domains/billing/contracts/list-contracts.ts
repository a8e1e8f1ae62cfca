import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { accountNamed, accountNames } from '#domains/accounts/index.ts';
import { Contract, contractOnWire, listContracts as listOf } from './contracts.ts';

export const listContracts = operation({
  id: 'billing.list-contracts',
  summary: 'List the contracts of an account, or of all',
  description: 'The newest comes first.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/contracts')],
  input: Type.Object({
    ...accountNames,
    limit: pageLimit(200, 50),
    cursor: Type.String({
      maxLength: 100,
      default: '',
      description: 'The `next_cursor` of the page before.',
    }),
  }),
  output: Type.Object({ items: Type.Array(Contract), next_cursor: NextCursor }),
  errors: ['not_found'],

  async run(ctx, { limit, cursor, ...named }) {
    const isNamed = named.account_id !== '' || named.email.trim() !== '';
    const account = isNamed ? (await accountNamed(ctx, named)).id : null;
    const found = await listOf(ctx.db, { account, before: cursor, limit: limit + 1 });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => id);
    return { items: rows.map(contractOnWire), next_cursor: nextCursor };
  },
});
