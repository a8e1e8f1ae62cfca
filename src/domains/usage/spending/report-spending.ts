import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { accountSince } from '#domains/accounts/index.ts';
import { dayOf, firstAndLastDay, Spending, SpendingQuery, spendingDays, spendingOf } from './spending-of.ts';

export const reportSpending = operation({
  id: 'usage.report-spending',
  summary: 'Explain every credit of a period',
  description:
    'By UTC day: what each job, key and surface spent, how many of its lookups were free and why, and every grant and expiry. The sums are those of the ledger. A lookup counts on the day it was answered; `GET /internal/lookups/{account_id}` lists single ones. `GET /internal/billing/balance/{account_id}` has the lots and when they expire.',
  kind: 'query',
  share: 'reports',
  doors: [dashboard('GET', '/internal/billing/spending/{account_id}')],
  account: 'required',
  input: SpendingQuery,
  example: { account_id: 'acme-42' },
  output: Spending,
  errors: ['not_found'],

  async run(ctx, query) {
    const days = spendingDays(query, ctx.now());
    const spending = await spendingOf(ctx.db, ctx.account.id, days);
    const [start, end] = firstAndLastDay(days);
    const since = await accountSince(ctx.db, ctx.account.id);
    return {
      account_id: ctx.account.account_id,
      start,
      end,
      account_since: dayOf(since.getTime()),
      ...spending,
    };
  },
});
