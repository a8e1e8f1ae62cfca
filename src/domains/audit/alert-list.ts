import { type RawBuilder, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { columnsOf, instant, instantOrNull, orNull } from '#core/shapes.ts';
import { wordsOfAlert } from './alert-words.ts';

const alertMembers = {
  id: Type.String(),
  kind: Type.String({
    description: 'Kind of alert, such as `ledger_mismatch`. The operating guide lists all.',
  }),
  subject: Type.String({ description: "Subject of the alert, such as a key's id." }),
  what: Type.String({ description: 'A sentence about what happened.' }),
  remedy: Type.String({ description: 'The step for an operator.' }),
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
  what: 'The key key_8HrCW0utlIQM5QpbSqsaUF was banned because it went beyond its request rate again and again.',
  remedy:
    'Ask its owner what calls so often. Then lift the ban on the page of the account, or raise its rate.',
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
export type Alert = Static<typeof Alert>;

/** Members that aren't a column of the same name. */
const computed: Partial<Record<keyof Alert, RawBuilder<unknown>>> = {
  id: sql`id::text as id`,
  status: sql`case when resolved_at is null then 'open' else 'resolved' end as status`,
  opened_at: sql`at as opened_at`,
  last_raised_at: sql`last_at as last_raised_at`,
};
const columns = sql.join(
  columnsOf(Type.Omit(Alert, ['what', 'remedy'])).map((name) => computed[name] ?? sql.ref(name)),
);

type StoredAlert = Omit<Alert, 'what' | 'remedy'>;
const onWire = (stored: StoredAlert): Alert => ({
  ...stored,
  ...wordsOfAlert(stored.kind, stored.subject, stored.details),
});

const alertStatuses = ['open', 'resolved', 'all'] as const;

/** Few are open. They come by the index of the open ones: `offset 0` keeps the planner from walking back through all others. */
const rowsOf: Record<(typeof alertStatuses)[number], RawBuilder<unknown>> = {
  open: sql`(select * from operator_alert where resolved_at is null offset 0) as alert`,
  resolved: sql`(select * from operator_alert where resolved_at is not null) as alert`,
  all: sql`operator_alert as alert`,
};

export const AlertFilter = Type.Object({
  status: Type.Enum([...alertStatuses], { default: 'open', description: 'Which alerts to list.' }),
  kind: Type.String({ maxLength: 100, default: '', description: 'Only alerts of this kind.' }),
  subject: Type.String({ maxLength: 500, default: '', description: 'Only alerts about this subject.' }),
});

/** Newest first. `before`: only alerts opened before this one. */
export async function alertsWhere(
  db: Db,
  { status, kind, subject }: Static<typeof AlertFilter>,
  before: string | undefined,
  limit: number,
): Promise<Alert[]> {
  const conditions = [sql`true`];
  if (kind) conditions.push(sql`kind = ${kind}`);
  if (subject) conditions.push(sql`subject = ${subject}`);
  if (before !== undefined) conditions.push(sql`alert.id < ${before}`);
  const { rows } = await sql<StoredAlert>`
    select ${columns} from ${rowsOf[status]}
    where ${sql.join(conditions, sql` and `)}
    order by alert.id desc
    limit ${limit}`.execute(db);
  return rows.map(onWire);
}

/** Waits while another operator changes it. */
export async function lockedAlert(db: Db, id: number): Promise<Alert | null> {
  const { rows } = await sql<StoredAlert>`
    select ${columns} from operator_alert where id = ${id} for no key update`.execute(db);
  return rows[0] ? onWire(rows[0]) : null;
}

export async function closeWithNote(
  db: Db,
  id: number,
  { by, note }: { by: string; note: string },
): Promise<Alert> {
  const { rows } = await sql<StoredAlert>`
    update operator_alert set resolved_at = clock_timestamp(), resolved_by = ${by}, note = ${note}
    where id = ${id}
    returning ${columns}`.execute(db);
  return onWire(rows[0]!);
}
