import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { accountSince } from '#domains/accounts/index.ts';
import { Spending, SpendingQuery } from './shapes.ts';
import { dayOf, spendingDays } from './spending-days.ts';
import { spendingOf } from './spending-of.ts';

export const reportSpending = operation({
  id: 'usage.report-spending',
  summary: 'Explain every credit of a period',
  description:
    "By day: what each job, key and surface spent, how many of its lookups were free and why, and every grant and expiry; or what each source, key, job, agent or reason spent. The sums are those of the ledger. Days begin at midnight in the time zone of the account's budgets, else UTC; where that is within an hour of more than 1,000 lookups, all of them count on the day before. A lookup counts on the day it was answered; `GET /internal/lookups/{account_id}` lists single ones. `GET /internal/billing/balance/{account_id}` has the lots and when they expire.",
  kind: 'query',
  share: 'reports',
  readsMayLag: true,
  doors: [dashboard('GET', '/internal/billing/spending/{account_id}')],
  account: 'required',
  input: SpendingQuery,
  example: { account_id: 'acme-42' },
  output: Spending,
  errors: ['not_found'],

  async run(ctx, query) {
    const days = await spendingDays(ctx.db, ctx.account.id, query, ctx.now());
    const spending = await spendingOf(ctx.db, ctx.account.id, days, query.by);
    const since = await accountSince(ctx.db, ctx.account.id);
    return {
      account_id: ctx.account.account_id,
      start: days.first,
      end: days.last,
      time_zone: days.zone,
      account_since: dayOf(since.getTime()),
      ...spending,
    };
  },
});
