import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { pageLimit } from '#core/page.ts';
import { listGrants } from './reports.ts';
import { GrantReport } from './shapes.ts';

export const listCreditGrants = operation({
  id: 'credits.list-grants',
  summary: 'List credit grants, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/growth/credits')],
  input: Type.Object({ limit: pageLimit(1000, 100) }),
  output: Type.Object({ items: Type.Array(GrantReport) }),
  errors: [],

  run: async (ctx, { limit }) => ({ items: await listGrants(ctx.db, limit) }),
});
