import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { Processes } from './processes.ts';

export const reportHealth = operation({
  id: 'status.report-health',
  summary: 'Check whether this process can serve requests',
  description:
    'Returns 200 while the database takes writes, 503 otherwise: when it is down, its disk is full, it refuses the login or writes, or it has not confirmed a write for 5 seconds. ' +
    'Asks the database at most once a second. Stays 200 while the process stops; load balancers ask `GET /ready`.',
  kind: 'query',
  doors: [open('GET', '/api/v1/health')],
  input: Type.Object({}),
  output: Type.Object({
    status: Type.Enum(['ok'], { description: "Always the same. A service that can't answer returns 503." }),
  }),
  errors: ['database_unavailable'],

  async run(ctx) {
    await ctx.ports.use(Processes).probe();
    return { status: 'ok' as const };
  },
});
