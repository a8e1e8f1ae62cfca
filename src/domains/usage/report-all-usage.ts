import Type from 'typebox';
import { dayMs, hourMs } from '#core/clock.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { moneyByDay } from './money-by-day.ts';
import { latencyOf } from './percentiles.ts';
import { AllUsage } from './shapes.ts';
import { countAllUsage } from './sql/all-calls.ts';
import { lookupTimes } from './sql/lookup-times.ts';

export const reportAllUsage = operation({
  id: 'usage.report-all-usage',
  summary: 'Get the combined usage of all accounts, with latency and money',
  description: 'Excludes calls with test keys.',
  kind: 'query',
  share: 'reports',
  readsMayLag: true,
  doors: [admin('GET', '/api/v1/admin/usage')],
  input: Type.Object({
    hours: Type.Integer({
      minimum: 1,
      maximum: 2160,
      default: 24,
      description: 'Length of the window, counted back from now.',
    }),
  }),
  output: AllUsage,
  errors: [],

  async run(ctx, { hours }) {
    const now = ctx.now();
    const since = new Date(now.getTime() - hours * hourMs);
    // Includes the newest call even if the clocks of process and database differ by a millisecond.
    const until = new Date(now.getTime() + dayMs);
    const counts = await countAllUsage(ctx.db, { start: since, end: until });
    const times = await lookupTimes(ctx.db, { start: since, end: until });
    const money = await moneyByDay(ctx.db, { start: since, end: now });
    return { hours, since, ...counts, latency: latencyOf(times), money };
  },
});
