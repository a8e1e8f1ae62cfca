import { type Static, Type } from 'typebox';
import { failField } from '#core/failure.ts';
import type { StoredLock } from './sql.ts';
import { readSubject, type SubjectType, subjectTypes } from './subjects.ts';

const endOfTimeMs = 8.64e15;

/** The two members by which an operator names whom or what a lock is about. */
export const lockSubject = {
  subject_type: Type.Enum([...subjectTypes], { description: 'What kind of thing `subject` is.' }),
  subject: Type.String({
    minLength: 1,
    maxLength: 400,
    description:
      'An e-mail; a domain of e-mails, without its subdomains; an account_id; `provider:id` of a sign-in provider; ' +
      'an IP address or CIDR; a WhatsApp number with its country code. It is kept in one form of writing.',
  }),
};

const instantOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

export const Lock = Type.Object({
  subject_type: Type.Enum([...subjectTypes]),
  subject: Type.String({ description: 'In the form by which it is compared.' }),
  status: Type.Enum(['active', 'expired', 'lifted']),
  reason: Type.String({ description: 'For operators; nobody else is ever told.' }),
  created_by: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: instantOrNull('When the lock ends by itself, exclusive; null when it does not.'),
  lifted_at: instantOrNull('When an operator lifted it.'),
  lifted_by: Type.Union([Type.String(), Type.Null()]),
});
export type Lock = Static<typeof Lock>;

export const lockOnWire = (lock: StoredLock, now: Date): Lock => ({
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

/** `infinity` of the database comes as the last date there is. */
const endOrNull = (at: Date): string | null => (at.getTime() >= endOfTimeMs ? null : at.toISOString());

/** What the audit trail keeps of a lock that was changed. */
export const auditedLock = (lock: StoredLock | null) =>
  lock && { reason: lock.reason, created_by: lock.createdBy, expires_at: endOrNull(lock.expiresAt) };

/** The subject in its one form; 422 naming `subject` when it is not one of its type. */
export function subjectOrFail(named: { subject_type: SubjectType; subject: string }): {
  type: SubjectType;
  subject: string;
} {
  const read = readSubject(named.subject_type, named.subject);
  if (!read.ok) return failField(['subject'], read.detail);
  return { type: named.subject_type, subject: read.value };
}
