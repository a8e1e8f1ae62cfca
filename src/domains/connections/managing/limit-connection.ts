import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { orNull } from '#core/shapes.ts';
import { keepBudget } from '#domains/budgets/index.ts';
import { budgetsOf, lockCredits, removeBudgets } from '#domains/credits/index.ts';
import { statusOf } from '../rules.ts';
import { Connection, ConnectionId, creditsPerDayMax } from '../shapes.ts';
import { ownConnectionOrFail, shownConnection } from './own-connection.ts';

export const limitConnection = operation({
  id: 'connections.limit-connection',
  summary: 'Set the daily budget of a connected agent',
  description: 'From now on, no lookup of this day spends beyond it. Credits already spent today count.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/connections/{account_id}/{connection_id}/budget')],
  account: 'required',
  idempotency: 'none',
  input: Type.Object({
    connection_id: ConnectionId,
    credits_per_day: orNull(
      Type.Integer({ minimum: 1, maximum: creditsPerDayMax }),
      'The most that it may spend in a day. Null removes its budget.',
    ),
  }),
  example: { account_id: 'acme-42', credits_per_day: 50 },
  output: Connection,
  errors: ['not_found', 'connection_ended'],

  async run(ctx, { connection_id: id, credits_per_day: credits }) {
    const connection = await ownConnectionOrFail(ctx, id);
    if (!['active', 'banned'].includes(statusOf(connection, ctx.now()))) return ctx.fail('connection_ended');
    if (credits !== null) {
      await keepBudget(ctx, { key_id: id, period: 'day', credits });
      return shownConnection(ctx, id);
    }
    await lockCredits(ctx.db, ctx.account.id);
    const budgets = (await budgetsOf(ctx.db, ctx.account.id)).filter(({ members }) => members.includes(id));
    await removeBudgets(
      ctx.db,
      budgets.map((budget) => budget.id),
    );
    const { account_id } = ctx.account;
    ctx.audit('budget.removed', { account_id, key_id: id, budgets: budgets.length });
    return shownConnection(ctx, id);
  },
});
