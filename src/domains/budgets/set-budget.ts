import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { budgetsOnWire } from './budget-on-wire.ts';
import { keepBudget } from './keep-budget.ts';
import { Budget, BudgetPeriod, creditsMax } from './shapes.ts';

export const setBudget = operation({
  id: 'budgets.set-budget',
  summary: 'Set a budget of an account or of one of its keys',
  description:
    'From now on, no lookup of this period spends beyond it. Credits already spent in the period count. Replaces the budget of the same key and period.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/budgets/{account_id}')],
  account: 'required',
  idempotency: 'none',
  input: Type.Object({
    key_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The `id` of the key to limit. Omit it to limit the account.',
      }),
    ),
    period: BudgetPeriod,
    credits: Type.Integer({
      minimum: 1,
      maximum: creditsMax,
      description: 'The most that may be spent in a period.',
    }),
    time_zone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description:
          'The account’s time zone, in which its days and months begin. It holds for all its budgets. Omit it to keep it; at first it is UTC.',
        examples: ['Asia/Kolkata'],
      }),
    ),
  }),
  example: { account_id: 'acme-42', period: 'day', credits: 100, time_zone: 'Asia/Kolkata' },
  output: Budget,
  errors: ['not_found'],

  async run(ctx, wanted) {
    const id = await keepBudget(ctx, wanted);
    return (await budgetsOnWire(ctx.db, ctx.account.id)).find((budget) => budget.id === id)!;
  },
});
