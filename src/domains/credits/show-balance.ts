import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { BalanceReport } from './shapes.ts';
import { BalanceNow, lotsOf } from './sql/lots.ts';

export const showBalance = operation({
  id: 'credits.show-balance',
  summary: "Get an account's balance and when its credits expire",
  kind: 'query',
  doors: [dashboard('GET', '/internal/billing/balance/{account_id}')],
  mcp: {
    name: 'get_balance',
    scope: 'usage',
    title: 'Get the credits left',
    description:
      'Get the credits that the account can spend now, those set aside for work in progress, and when they expire. Free. Check it before many lookups.',
    isReadOnly: true,
  },
  account: 'required',
  example: { account_id: 'acme-42' },
  output: BalanceReport,
  errors: ['not_found'],

  async run(ctx) {
    const credits = await ctx.ports.use(BalanceNow)(ctx.account.id);
    const lots = await lotsOf(ctx.db, ctx.account.id, 'live');
    return {
      account_id: ctx.account.account_id,
      ...credits,
      lots: lots.map(({ id, spent, expired, revoked, closed_at, ...lot }) => lot),
    };
  },
});
