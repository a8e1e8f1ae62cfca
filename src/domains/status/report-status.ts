import { sql } from 'kysely';
import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** False while Redis is unavailable and each process counts requests on its own. */
    rateLimitsAsConfigured(): boolean;
  }
}

const Condition = Type.Enum(['operational', 'degraded', 'down'], {
  description: '`degraded`: it works, but slower or in part.',
});

export const reportStatus = operation({
  id: 'status.report-status',
  summary: 'Get the public status of the service',
  description: 'Reports conditions only. Contains no versions, personal names or secrets.',
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
    const database = await sql`select 1`.execute(ctx.db).then(
      () => 'operational' as const,
      () => 'down' as const,
    );
    const limits = ctx.ports.rateLimitsAsConfigured() ? ('operational' as const) : ('degraded' as const);
    const outgoing = ctx.ports.isOutgoingHeld() ? ('degraded' as const) : ('operational' as const);
    const components = [
      { name: 'api', status: 'operational' as const },
      { name: 'database', status: database },
      { name: 'rate limits', status: limits },
      { name: 'outgoing messages', status: outgoing },
    ];
    const worst = database === 'down' ? ('down' as const) : limits === 'degraded' ? limits : outgoing;
    return { status: worst, components, checked_at: ctx.now().toISOString() };
  },
});
