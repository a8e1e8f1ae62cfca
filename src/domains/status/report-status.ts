import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { IsOutgoingHeld } from '#domains/settings/index.ts';
import { Processes } from './processes.ts';

const Condition = Type.Enum(['operational', 'degraded', 'down'], {
  description: '`degraded`: it works, but slower or in part.',
});

export const reportStatus = operation({
  id: 'status.report-status',
  summary: 'Get the public status of the service',
  description:
    'Reports conditions only. Contains no versions, personal names or secrets. `jobs` is degraded while no worker runs, so ' +
    'that jobs wait.',
  kind: 'query',
  doors: [open('GET', '/api/v1/status')],
  input: Type.Object({}),
  output: Type.Object({
    status: Condition,
    components: Type.Array(
      Type.Object({ name: Type.String({ description: 'The part.' }), status: Condition }),
      {
        description: 'The parts of the service.',
      },
    ),
    checked_at: Type.String({ description: 'When they were checked. ISO 8601, UTC.', format: 'date-time' }),
  }),
  errors: [],

  async run(ctx) {
    const database = await ctx.ports
      .use(Processes)
      .probe()
      .then(
        () => 'operational' as const,
        () => 'down' as const,
      );
    const limits = ctx.ports.rateLimitsAsConfigured() ? ('operational' as const) : ('degraded' as const);
    const workers = ctx.ports.use(Processes).hasNoWorkers()
      ? ('degraded' as const)
      : ('operational' as const);
    const outgoing = ctx.ports.use(IsOutgoingHeld)() ? ('degraded' as const) : ('operational' as const);
    const components = [
      { name: 'api', status: 'operational' as const },
      { name: 'database', status: database },
      { name: 'jobs', status: workers },
      { name: 'rate limits', status: limits },
      { name: 'outgoing messages', status: outgoing },
    ];
    const isDegraded = [workers, limits, outgoing].includes('degraded');
    const worst = database === 'down' ? database : isDegraded ? ('degraded' as const) : database;
    return { status: worst, components, checked_at: ctx.now().toISOString() };
  },
});
