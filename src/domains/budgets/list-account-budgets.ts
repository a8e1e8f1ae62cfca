import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { accountNamed, accountNames } from '#domains/accounts/index.ts';
import { budgetsOnWire } from './budget-on-wire.ts';
import { Budget } from './shapes.ts';

export const listAccountBudgets = operation({
  id: 'budgets.list-account-budgets',
  summary: 'Show what an account has set as budgets, and what is spent of them',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/budgets')],
  input: Type.Object(accountNames),
  example: { account_id: 'acme-42' },
  output: Type.Object({ items: Type.Array(Budget) }),
  errors: ['not_found'],

  async run(ctx, named) {
    const { id } = await accountNamed(ctx, named);
    return { items: await budgetsOnWire(ctx.db, id) };
  },
});
