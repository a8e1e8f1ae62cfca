import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { trimmed } from '#core/shapes.ts';
import { closeWithNote, lockedAlert, ResolvedAlert } from './alert-list.ts';

export const closeAlert = operation({
  id: 'audit.close-alert',
  summary: 'Resolve an alert with a note',
  description: 'If its cause is still there, the service opens a new alert the next time it notices.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/alerts/{alert_id}/resolution')],
  roles: ['finance', 'support'],
  input: Type.Object({
    alert_id: Type.String({ minLength: 1, maxLength: 100, description: "The alert's `id`." }),
    note: Type.String({
      ...trimmed,
      minLength: 1,
      maxLength: 1000,
      pattern: '\\S',
      description: 'The problem and your fix, for other operators.',
    }),
  }),
  example: { alert_id: '12', note: 'Their retry loop is fixed' },
  output: ResolvedAlert,
  errors: ['not_found', 'alert_resolved'],

  async run(ctx, { alert_id, note }) {
    const id = /^\d{1,15}$/.test(alert_id) ? Number(alert_id) : 0;
    const before = await lockedAlert(ctx.db, id);
    if (!before) return ctx.fail('not_found', { detail: 'There is no alert with this id.' });
    if (before.resolved_at) return ctx.fail('alert_resolved');

    const after = await closeWithNote(ctx.db, id, { by: ctx.actor, note });
    const { kind, subject } = after;
    ctx.audit('alert.resolved', {
      ...{ alert_id, kind, subject, note },
      before: { status: before.status },
      after: { status: after.status },
    });
    return after;
  },
});
