import Type from 'typebox';
import { dashboard, keyOrSession } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { budgetsOnWire } from './budget-on-wire.ts';
import { Budget } from './shapes.ts';

export const listBudgets = operation({
  id: 'budgets.list-budgets',
  summary: "List an account's budgets, with what is spent and when they start again",
  description: 'A key gets the budgets that hold for it: its own and those of the account.',
  kind: 'query',
  doors: [keyOrSession('GET', '/api/v1/budgets'), dashboard('GET', '/internal/budgets/{account_id}')],
  mcp: {
    name: 'get_budgets',
    scope: 'usage',
    title: 'Get the budgets and what is left of them',
    description:
      'Get the budgets that hold for this key: the most that it, or its account, may spend per day or month, what is left, and when each starts again. Free. A budget that is reached refuses lookups with `budget_reached`; raising it is up to the user.',
    isReadOnly: true,
  },
  account: 'required',
  input: Type.Object({}),
  example: { account_id: 'acme-42' },
  output: Type.Object({ items: Type.Array(Budget) }),
  errors: [],

  run: async (ctx) => ({
    items: await budgetsOnWire(ctx.db, ctx.account.id, ctx.key?.keyId),
  }),
});
