import Type from 'typebox';
import { dayMs, hourMs } from '#core/clock.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { AllUsage } from './shapes.ts';
import { countAllUsage } from './sql/all-calls.ts';

export const reportAllUsage = operation({
  id: 'usage.report-all-usage',
  summary: 'Get the combined usage of all accounts',
  description: 'Excludes calls with test keys.',
  kind: 'query',
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
    return { hours, since: since.toISOString(), ...counts };
  },
});
