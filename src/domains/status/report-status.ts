import { sql } from 'kysely';
import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

declare module '#core/context.ts' {
  interface Ports {
    /** False while Redis is gone and each process counts requests by itself. */
    rateLimitsAsConfigured(): boolean;
  }
}

const Condition = Type.Enum(['operational', 'degraded', 'down']);

export const reportStatus = operation({
  id: 'status.report-status',
  summary: 'Report the public status of the service',
  description: 'Tells conditions only: no versions, names of people, or secrets.',
  kind: 'query',
  doors: [open('GET', '/api/v1/status')],
  input: Type.Object({}),
  output: Type.Object({
    status: Condition,
    components: Type.Array(Type.Object({ name: Type.String(), status: Condition })),
    checked_at: Type.String({ format: 'date-time' }),
  }),
  errors: [],

  async run(ctx) {
    const database = await sql`select 1`.execute(ctx.db).then(
      () => 'operational' as const,
      () => 'down' as const,
    );
    const limits = ctx.ports.rateLimitsAsConfigured() ? ('operational' as const) : ('degraded' as const);
    const components = [
      { name: 'api', status: 'operational' as const },
      { name: 'database', status: database },
      { name: 'rate limits', status: limits },
    ];
    const worst = database === 'down' ? ('down' as const) : limits;
    return { status: worst, components, checked_at: ctx.now().toISOString() };
  },
});
