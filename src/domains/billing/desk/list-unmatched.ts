import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { pageLimit } from '#core/page.ts';
import { UnmatchedPayment, unmatchedPayments } from './unmatched.ts';

export const listUnmatched = operation({
  id: 'billing.list-unmatched',
  summary: 'List captured payments that belong to no purchase',
  description:
    'The newest comes first. Attach one to an account with `POST /api/v1/admin/billing/unmatched-payments`.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/billing/unmatched-payments')],
  input: Type.Object({ limit: pageLimit(500, 100) }),
  output: Type.Object({ items: Type.Array(UnmatchedPayment) }),
  errors: [],

  run: async (ctx, { limit }) => ({ items: await unmatchedPayments(ctx.db, limit) }),
});
