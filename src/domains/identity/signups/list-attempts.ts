import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, numberIn, pageLimit, pageOf } from '#core/page.ts';
import { optionalText } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import { readSubject, type SubjectType } from '../locks/subjects.ts';
import { attemptsWhere } from './attempts.ts';
import { Attempt, Code, Step } from './shapes.ts';

const only = (description: string) => optionalText(400, description);
const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const listAttempts = operation({
  id: 'identity.list-attempts',
  summary: 'List sign-up attempts with their evidence, newest first',
  description: 'Filters are combined. Attempts are kept for `signup_attempts_kept_days`.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/abuse/attempts')],
  input: Type.Object({
    email: only('Only attempts with this email, or another address of its mailbox.'),
    provider_user: only('Only attempts with this sign-in, as `provider:id`.'),
    whatsapp: only('Only attempts with this number.'),
    device: only('Only attempts from this device.'),
    ip: only('Only attempts from this address or CIDR.'),
    account_id: only('Only registrations of this account.'),
    step: Type.Optional(Step),
    code: Type.Optional(Code),
    allowed: Type.Optional(Type.Boolean({ description: 'Only attempts that were allowed, or refused.' })),
    from: Moment('Only attempts at this time or later.'),
    to: Moment('Only attempts before this time.'),
    limit: pageLimit(1000, 100),
    cursor: NumberCursor,
  }),
  example: { email: 'ravi@example.com', limit: 10 },
  output: Type.Object({ items: Type.Array(Attempt), next_cursor: NextCursor }),

  async run(ctx, { step, code, allowed, from, to, limit, cursor, ...named }) {
    const found = await attemptsWhere(ctx.db, {
      exact: {
        mailbox: named.email && foldedMailbox(readEmail(['email'], named.email)),
        provider_user: subjectIn('provider_user', named.provider_user),
        whatsapp: subjectIn('whatsapp', named.whatsapp),
        device: named.device.trim(),
        account_id: named.account_id.trim(),
        step,
        code,
      },
      network: subjectIn('ip', named.ip),
      allowed,
      from,
      to,
      before: numberIn(cursor),
      limit: limit + 1,
      now: ctx.now(),
    });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows, next_cursor: nextCursor };
  },
});

function subjectIn(member: SubjectType, text: string): string {
  if (text.trim() === '') return '';
  const read = readSubject(member, text);
  return read.ok ? read.value : failField([member], read.detail);
}
