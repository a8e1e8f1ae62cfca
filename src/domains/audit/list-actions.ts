import { sql } from 'kysely';
import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';

export const listActions = operation({
  id: 'audit.list-actions',
  summary: 'List the actions that the audit log has entries of',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/audit/actions')],
  output: Type.Object({
    items: Type.Array(
      Type.Object({ action: Type.String({ description: 'The event.', examples: ['key.changed'] }) }),
    ),
  }),
  errors: [],

  // One step in the index for each action, however many entries there are.
  async run(ctx) {
    const { rows } = await sql<{ action: string }>`
      with recursive known as (
        select min(event) as action from audit_entry
        union all
        select (select min(event) from audit_entry where event > action) from known where action is not null
      )
      select action from known where action is not null order by action`.execute(ctx.db);
    return { items: rows };
  },
});
