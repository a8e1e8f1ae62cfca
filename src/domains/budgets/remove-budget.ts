import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { lockCredits, removeBudgets } from '#domains/credits/index.ts';
import { budgetsOnWire } from './budget-on-wire.ts';
import { Budget, BudgetId } from './shapes.ts';

export const removeBudget = operation({
  id: 'budgets.remove-budget',
  summary: 'Remove a budget',
  kind: 'command',
  doors: [dashboard('DELETE', '/internal/budgets/{account_id}/{budget_id}')],
  account: 'required',
  input: Type.Object({ budget_id: BudgetId }),
  example: { account_id: 'acme-42', budget_id: 'bud_0Fz8Ib2XJb9vQe3t1mKp7c' },
  output: Budget,
  errors: ['not_found'],

  async run(ctx, { budget_id }) {
    await lockCredits(ctx.db, ctx.account.id);
    const budgets = await budgetsOnWire(ctx.db, ctx.account.id);
    const budget = budgets.find(({ id }) => id === budget_id);
    if (!budget) return ctx.fail('not_found', { detail: 'The account has no budget with this id.' });
    await removeBudgets(ctx.db, [budget_id]);
    const { period, credits, key } = budget;
    ctx.audit('budget.removed', {
      account_id: ctx.account.account_id,
      ...{ budget_id, period, credits, key_id: key?.id ?? null },
    });
    return budget;
  },
});
