import { type Static, Type } from 'typebox';
import { isForever } from '#core/clock.ts';
import { failField } from '#core/failure.ts';
import { optionalReason } from '#core/shapes.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import { maskedEmail, maskedNumber } from '#values/masked.ts';
import type { StoredLock, Subject } from './sql.ts';
import { readSubject, type SubjectType, subjectTypes } from './subjects.ts';

export const liftReason = optionalReason('For the audit log.', 'They paid');

/** The members by which an operator names a lock's subject. */
export const lockSubject = {
  subject_type: Type.Enum([...subjectTypes], { description: 'The type of `subject`.', examples: ['email'] }),
  subject: Type.String({
    minLength: 1,
    maxLength: 400,
    description:
      'An email; an email domain, which does not include its subdomains; an account_id; `provider:id` of a sign-in provider; ' +
      'an IP address or CIDR; or a WhatsApp number with its country code. It is stored in normalised form, an email as its mailbox.',
    examples: ['mallory@example.com'],
  }),
};

const instantOrNull = (description: string, example?: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description,
    ...(example === undefined ? {} : { examples: [example] }),
  });

export const Lock = Type.Object({
  id: Type.String({ description: 'The audit log names the lock by it.', examples: ['7'] }),
  subject_type: Type.Enum([...subjectTypes], { description: 'The type of `subject`.' }),
  subject: Type.String({ description: 'The subject in normalised form.', examples: ['mallory@example.com'] }),
  status: Type.Enum(['active', 'expired', 'lifted'], {
    description: '`lifted` by an operator, or `expired`.',
  }),
  reason: Type.String({ description: 'Visible to operators only.', examples: ['chargebacks'] }),
  created_by: Type.String({ description: 'The operator who made it.' }),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: instantOrNull(
    'When the lock expires, exclusive. Null if it does not.',
    '2099-01-01T00:00:00.000Z',
  ),
  lifted_at: instantOrNull('When an operator lifted the lock.'),
  lifted_by: Type.Union([Type.String(), Type.Null()], {
    description: 'The operator who lifted it. Null if it was not lifted.',
  }),
});
export type Lock = Static<typeof Lock>;

export const LiftedLock = Type.Object(Lock.properties, {
  examples: [
    {
      id: '7',
      subject_type: 'email',
      subject: 'mallory@example.com',
      status: 'lifted',
      reason: 'chargebacks',
      created_by: 'mira',
      created_at: '2026-11-20T09:30:00.000Z',
      expires_at: null,
      lifted_at: '2026-11-21T09:30:00.000Z',
      lifted_by: 'mira',
    },
  ],
});

export const lockOnWire = (lock: StoredLock, now: Date): Lock => ({
  id: String(lock.id),
  subject_type: lock.type,
  subject: lock.subject,
  status: lock.liftedAt ? 'lifted' : lock.expiresAt <= now ? 'expired' : 'active',
  reason: lock.reason,
  created_by: lock.createdBy,
  created_at: lock.createdAt.toISOString(),
  expires_at: endOrNull(lock.expiresAt),
  lifted_at: lock.liftedAt?.toISOString() ?? null,
  lifted_by: lock.liftedBy,
});

export const endOrNull = (at: Date): string | null => (isForever(at) ? null : at.toISOString());

/** A lock's subject as the audit trail records it, with the e-mail that was given for its mailbox. `GET …/locks` has both whole. */
export const auditedSubject = ({ type, subject, given }: NamedSubject, { id }: StoredLock) => ({
  lock_id: String(id),
  ...(type === 'account' ? { account_id: subject } : {}),
  subject_type: type,
  subject: maskedSubject(type, subject),
  ...(given === subject ? {} : { given: maskedSubject(type, given) }),
});

/** The trail contains no contact values. */
const maskedSubject = (type: SubjectType, subject: string): string =>
  type === 'email' ? maskedEmail(subject) : type === 'whatsapp' ? maskedNumber(subject) : subject;

/** A lock as the audit trail records it. */
export const auditedLock = (lock: StoredLock | null) =>
  lock && { reason: lock.reason, created_by: lock.createdBy, expires_at: endOrNull(lock.expiresAt) };

export interface NamedSubject extends Subject {
  /** In normalised form, but an e-mail as it was spelled. */
  given: string;
}

/** Normalises the subject. Fails with 422 on `subject` when it doesn't match its type. */
export function subjectOrFail(named: { subject_type: SubjectType; subject: string }): NamedSubject {
  const read = readSubject(named.subject_type, named.subject);
  if (!read.ok) return failField(['subject'], read.detail);
  const { value: given } = read;
  // A lock on an e-mail stops its mailbox, so a mailbox has one lock and any of its addresses lifts it.
  const subject = named.subject_type === 'email' ? foldedMailbox(given) : given;
  return { type: named.subject_type, subject, given };
}
