import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant } from '#core/shapes.ts';
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
      { description: 'The parts of the service.' },
    ),
    checked_at: instant('When they were checked.'),
  }),
  errors: [],

  async run(ctx) {
    const processes = ctx.ports.use(Processes);
    const database = await processes.probe().then(
      () => 'operational' as const,
      () => 'down' as const,
    );
    const components = [
      { name: 'api', status: 'operational' as const },
      { name: 'database', status: database },
      { name: 'jobs', status: degradedIf(processes.hasNoWorkers()) },
      { name: 'rate limits', status: degradedIf(!ctx.ports.rateLimitsAsConfigured()) },
      { name: 'outgoing messages', status: degradedIf(ctx.ports.use(IsOutgoingHeld)()) },
    ];
    const worst = (['down', 'degraded', 'operational'] as const).find((one) =>
      components.some(({ status }) => status === one),
    );
    return { status: worst!, components, checked_at: ctx.now() };
  },
});

const degradedIf = (isDegraded: boolean) => (isDegraded ? ('degraded' as const) : ('operational' as const));
