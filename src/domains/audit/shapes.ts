import Type, { type Static } from 'typebox';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import type { ListedAlert } from './alert-list.ts';

const alertMembers = {
  id: Type.String(),
  kind: Type.String({
    description: 'Kind of alert, such as `ledger_mismatch`. The operating guide lists all.',
  }),
  subject: Type.String({ description: "Subject of the alert, such as a key's id." }),
  details: Type.Record(Type.String(), Type.Unknown(), { description: 'As of the last time it was raised.' }),
  status: Type.Enum(['open', 'resolved'], {
    description: '`open` until its cause is gone or an operator resolves it.',
  }),
  opened_at: instant('When it was raised first.'),
  last_raised_at: instant('When it was raised last.'),
  times: Type.Integer({ description: 'How often it was raised since it was opened.' }),
  resolved_at: instantOrNull('When it was resolved.'),
  resolved_by: orNull(
    Type.String(),
    'The operator. Null if it is open, or if the service closed it because its cause was gone.',
  ),
  note: orNull(Type.String(), "The operator's note."),
};

const example = {
  id: '12',
  kind: 'key_banned',
  subject: 'key_8HrCW0utlIQM5QpbSqsaUF',
  details: { reason: 'rate_limit', windows: 10, within_minutes: 60 },
  opened_at: '2026-11-20T09:30:00.000Z',
  last_raised_at: '2026-11-20T09:30:00.000Z',
  times: 1,
};

export const Alert = Type.Object(alertMembers, {
  examples: [{ ...example, status: 'open', resolved_at: null, resolved_by: null, note: null }],
});

export const ResolvedAlert = Type.Object(alertMembers, {
  examples: [
    {
      ...example,
      status: 'resolved',
      resolved_at: '2026-11-20T10:00:00.000Z',
      resolved_by: 'mira',
      note: 'Their retry loop is fixed; the ban is lifted.',
    },
  ],
});

export const alertOnWire = (alert: ListedAlert): Static<typeof Alert> => ({
  id: String(alert.id),
  kind: alert.kind,
  subject: alert.subject,
  details: alert.details,
  status: alert.resolvedAt ? 'resolved' : 'open',
  opened_at: alert.at.toISOString(),
  last_raised_at: alert.lastAt.toISOString(),
  times: alert.times,
  resolved_at: alert.resolvedAt?.toISOString() ?? null,
  resolved_by: alert.resolvedBy,
  note: alert.note,
});
