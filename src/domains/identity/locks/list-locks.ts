import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { optionalText } from '#core/shapes.ts';
import { accountIdOrEmpty } from '#domains/accounts/index.ts';
import { Lock, lockReport, subjectOrFail } from './shapes.ts';
import { locksWhere } from './sql.ts';
import { type SubjectType, subjectTypes } from './subjects.ts';

export const listLocks = operation({
  id: 'identity.list-locks',
  summary: 'List locks, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/locks')],
  input: Type.Object({
    subject_type: Type.Optional(
      Type.Enum([...subjectTypes], { description: 'Only locks on this type of subject.' }),
    ),
    subject: optionalText(400, 'Only locks on this subject. Send its type, too.'),
    account_id: Type.String({
      ...accountIdOrEmpty,
      default: '',
      description: 'Only locks that stop this account: on it, its email, the email’s domain or a handle.',
    }),
    limit: pageLimit(1000, 200),
    include_expired: Type.Boolean({
      default: false,
      description: 'Include expired and lifted locks.',
    }),
    cursor: NumberCursor,
  }),
  output: Type.Object({ items: Type.Array(Lock), next_cursor: NextCursor }),

  async run(ctx, { limit, cursor, ...filter }) {
    const now = ctx.now();
    const before = numberIn(cursor);
    const { subject_type } = filter;
    const sought = { ...filter, subject_type, subject: soughtSubject(filter) };
    const found = await locksWhere(ctx.db, { ...sought, before, now, limit: limit + 1 });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows.map((lock) => lockReport(lock, now)), next_cursor: nextCursor };
  },
});

function soughtSubject({ subject_type, subject }: { subject_type?: SubjectType; subject: string }) {
  if (subject.trim() === '') return undefined;
  return subject_type
    ? subjectOrFail({ subject_type, subject }).subject
    : failField(['subject_type'], 'Say which type of subject it is', 'missing');
}
