import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** Aborts as soon as the process is told to stop. It still takes requests until `stopping` aborts. */
    leaving: AbortSignal;
  }
}

export const reportReadiness = operation({
  id: 'status.report-readiness',
  summary: 'Check whether this process takes requests',
  description:
    'For load balancers. Returns 200 while the process takes requests and the database takes writes. When the process is ' +
    'told to stop, this is 503 first, for `STOP_DELAY_SECONDS`; only then does it close its port.',
  kind: 'query',
  doors: [open('GET', '/ready')],
  input: Type.Object({}),
  output: Type.Object({
    status: Type.Enum(['ready'], {
      description: 'Always the same. A process that takes no requests returns 503.',
    }),
  }),
  errors: ['stopping', 'database_unavailable'],

  async run(ctx) {
    if (ctx.ports.leaving.aborted) return ctx.fail('stopping');
    await ctx.ports.processes.probe();
    return { status: 'ready' as const };
  },
});
