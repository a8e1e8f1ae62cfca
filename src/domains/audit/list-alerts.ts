import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, pageLimit, pageOf } from '#core/page.ts';
import { Alert, AlertFilter, alertsWhere } from './alert-list.ts';

export const listAlerts = operation({
  id: 'audit.list-alerts',
  summary: 'List alerts, newest first',
  description:
    'Problems that an operator should look at. An alert that is raised again while it is open is counted, ' +
    'not repeated. Many close automatically when their cause is gone.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/alerts')],
  input: Type.Object({
    ...AlertFilter.properties,
    limit: pageLimit(1000, 100),
    cursor: NumberCursor,
  }),
  output: Type.Object({ items: Type.Array(Alert), next_cursor: NextCursor }),
  errors: [],

  async run(ctx, { limit, cursor, ...only }) {
    const found = await alertsWhere(ctx.db, only, cursor, limit + 1);
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => id);
    return { items: rows, next_cursor: nextCursor };
  },
});
