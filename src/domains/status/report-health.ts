import { sql } from 'kysely';
import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

export const reportHealth = operation({
  id: 'status.report-health',
  summary: 'Check whether this process can serve requests',
  description: 'For load balancers. Returns 200 while the database responds, 503 otherwise.',
  kind: 'query',
  doors: [open('GET', '/api/v1/health')],
  input: Type.Object({}),
  output: Type.Object({
    status: Type.Enum(['ok'], { description: "Always the same. A service that can't answer returns 503." }),
  }),
  errors: ['database_unavailable'],

  async run(ctx) {
    await sql`select 1`.execute(ctx.db);
    return { status: 'ok' as const };
  },
});
