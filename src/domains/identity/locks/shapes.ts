import type { Selectable } from 'kysely';
import { type Static, Type } from 'typebox';
import { isForever } from '#core/clock.ts';
import { failField } from '#core/failure.ts';
import {
  columnsOf,
  instant,
  instantOrNull,
  optionalReason,
  orNull,
  requiredText,
  text,
} from '#core/shapes.ts';
import type { IdentityLockTable } from '#platform/database/rows.generated.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import { maskedEmail, maskedNumber } from '#values/masked.ts';
import { readSubject, type SubjectType, subjectTypes } from './subjects.ts';

export const liftReason = optionalReason('For the audit log.', 'They paid');

/** The members by which an operator names a lock's subject. */
export const lockSubject = {
  subject_type: Type.Enum([...subjectTypes], { description: 'The type of `subject`.', examples: ['email'] }),
  subject: requiredText(
    400,
    'An email; an email domain, which does not include its subdomains; an account_id; `provider:id` of a sign-in provider; ' +
      'an IP address or CIDR; or a WhatsApp number with its country code. It is stored in normalised form, an email as its mailbox.',
    'mallory@example.com',
  ),
};

export const Lock = Type.Object({
  id: text('The audit log names the lock by it.', '7'),
  subject_type: Type.Enum([...subjectTypes], { description: 'The type of `subject`.' }),
  subject: text('The subject in normalised form.', 'mallory@example.com'),
  status: Type.Enum(['active', 'expired', 'lifted'], {
    description: '`lifted` by an operator, or `expired`.',
  }),
  reason: text('Visible to operators only.', 'chargebacks'),
  created_by: text('The operator who made it.'),
  created_at: instant('When it was created.'),
  expires_at: {
    ...instantOrNull('When the lock expires, exclusive. Null if it does not.'),
    examples: ['2099-01-01T00:00:00.000Z'],
  },
  lifted_at: instantOrNull('When an operator lifted the lock.'),
  lifted_by: orNull(Type.String(), 'The operator who lifted it. Null if it was not lifted.'),
});
export type Lock = Static<typeof Lock>;

/** A lock from the database, in force or not. `subject` is normalised. */
export type StoredLock = Selectable<IdentityLockTable> & { subject_type: SubjectType };
export const lockColumns = columnsOf(Type.Omit(Lock, ['status']));
export type Subject = Pick<StoredLock, 'subject_type' | 'subject'>;

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

export const lockReport = (lock: StoredLock, now: Date): Lock => ({
  ...lock,
  id: String(lock.id),
  status: lock.lifted_at ? 'lifted' : lock.expires_at <= now ? 'expired' : 'active',
  expires_at: endOf(lock),
});

/** Null for never. */
export const endOf = ({ expires_at }: StoredLock): Date | null => (isForever(expires_at) ? null : expires_at);

/** A lock's subject for the audit log, with the email that was given for its mailbox. `GET …/locks` returns both unmasked. */
export const auditedSubject = ({ subject_type, subject, given }: NamedSubject, { id }: StoredLock) => ({
  lock_id: String(id),
  ...(subject_type === 'account' ? { account_id: subject } : {}),
  subject_type,
  subject: maskedSubject(subject_type, subject),
  ...(given === subject ? {} : { given: maskedSubject(subject_type, given) }),
});

/** The log contains no contact values. */
const maskedSubject = (type: SubjectType, subject: string): string =>
  type === 'email' ? maskedEmail(subject) : type === 'whatsapp' ? maskedNumber(subject) : subject;

export const auditedLock = (lock: StoredLock | null) =>
  lock && { reason: lock.reason, created_by: lock.created_by, expires_at: endOf(lock) };

export interface NamedSubject extends Subject {
  /** Normalised, but an email as it was spelled. */
  given: string;
}

/** Normalises the subject. Fails with 422 on `subject` when it doesn't match its type. */
export function subjectOrFail({ subject_type, subject }: Subject): NamedSubject {
  const read = readSubject(subject_type, subject);
  if (!read.ok) return failField(['subject'], read.detail);
  const { value: given } = read;
  // A lock on an email stops its mailbox, so a mailbox has one lock and any of its addresses lifts it.
  return { subject_type, subject: subject_type === 'email' ? foldedMailbox(given) : given, given };
}
