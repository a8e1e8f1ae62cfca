import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, pageLimit, pageOf } from '#core/page.ts';
import { instant, orNull } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import { readSubject, type SubjectType } from '../locks/subjects.ts';
import { type AttemptRow, attemptsWhere } from './attempts.ts';
import { signals, vetCodes } from './rules.ts';

const codes = [...vetCodes, 'account_locked', 'handle_taken'] as const;
const Code = Type.Enum([...codes]);
const Step = Type.Enum(['vet', 'register'], { description: 'The call that was decided.' });
const only = (description: string) => Type.String({ maxLength: 400, default: '', description });
const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

const Attempt = Type.Object(
  {
    id: Type.Integer(),
    at: instant('When it was decided.'),
    step: Step,
    allowed: Type.Boolean({ description: 'Whether the sign-up could continue.' }),
    code: orNull(Code, 'The dashboard’s answer. Null when allowed.'),
    signals: Type.Array(Type.Enum([...signals]), { description: 'Everything that spoke against it.' }),
    claimed_by: Type.Array(Type.String(), {
      description: 'The account_ids that have a handle of the attempt.',
    }),
    account_id: orNull(Type.String(), 'The account to register. Null for `vet`.'),
    email: orNull(Type.String(), 'Normalised.'),
    mailbox: orNull(Type.String(), 'The handle of the email: without its tag, and without dots at Gmail.'),
    provider_user: orNull(Type.String(), '`provider:id`.'),
    whatsapp: orNull(Type.String(), 'E.164.'),
    device: orNull(Type.String(), 'The device, as the dashboard named it. Null if it named none.'),
    ip: orNull(Type.String(), 'The address it came from. Null if it was not sent.'),
    user_agent: Type.String({ description: 'The browser, as it named itself.' }),
  },
  {
    examples: [
      {
        id: 4,
        at: '2026-11-20T09:30:00.000Z',
        step: 'vet',
        allowed: false,
        code: 'account_exists',
        signals: ['email_claimed'],
        claimed_by: ['acme-42'],
        account_id: null,
        email: 'asha+new@asha.example.com',
        mailbox: 'asha@asha.example.com',
        provider_user: 'github:7',
        whatsapp: null,
        device: null,
        ip: '203.0.113.9',
        user_agent: 'Mozilla/5.0',
      },
    ],
  },
);

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
  output: Type.Object({ items: Type.Array(Attempt), next_cursor: NextCursor }),
  errors: [],

  async run(
    ctx,
    { email, provider_user, whatsapp, device, ip, account_id, from, to, limit, cursor, ...exact },
  ) {
    const found = await attemptsWhere(ctx.db, {
      mailbox: email && foldedMailbox(readEmail(['email'], email)),
      providerUser: subjectIn('provider_user', provider_user),
      whatsapp: subjectIn('whatsapp', whatsapp),
      device: device.trim(),
      network: subjectIn('ip', ip),
      accountId: account_id.trim(),
      ...exact,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
      before: cursor === undefined ? undefined : Number(cursor),
      limit: limit + 1,
    });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows.map(attemptOnWire), next_cursor: nextCursor };
  },
});

function subjectIn(member: SubjectType, text: string): string {
  if (text.trim() === '') return '';
  const read = readSubject(member, text);
  return read.ok ? read.value : failField([member], read.detail);
}

const attemptOnWire = (row: AttemptRow) => ({
  id: row.id,
  at: row.at.toISOString(),
  step: row.step as 'vet' | 'register',
  allowed: row.code === null,
  code: row.code as (typeof codes)[number] | null,
  signals: row.signals as (typeof signals)[number][],
  claimed_by: row.claimed_by,
  account_id: row.account_id,
  email: row.email,
  mailbox: row.mailbox,
  provider_user: row.provider_user,
  whatsapp: row.whatsapp,
  device: row.device,
  ip: row.ip,
  user_agent: row.user_agent,
});
