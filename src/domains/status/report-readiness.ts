import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { Processes } from './processes.ts';

export const reportReadiness = operation({
  id: 'status.report-readiness',
  summary: 'Check whether this process accepts requests',
  description:
    'For load balancers. Returns 200 while the process accepts requests and the database accepts writes. When the process ' +
    'stops, this returns 503 for `STOP_DELAY_SECONDS` before the port closes.',
  kind: 'query',
  doors: [open('GET', '/ready')],
  input: Type.Object({}),
  output: Type.Object({
    status: Type.Enum(['ready'], {
      description: 'Always the same. A process that accepts no requests returns 503.',
    }),
  }),
  errors: ['stopping', 'database_unavailable'],

  async run(ctx) {
    if (ctx.ports.leaving.aborted) return ctx.fail('stopping');
    await ctx.ports.use(Processes).probe();
    return { status: 'ready' as const };
  },
});
