import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { optionalReason } from '#core/shapes.ts';
import { LocksInForce } from './locks-in-force.ts';
import { refuseOwnLock, requireOwnerFor } from './locks-on-operators.ts';
import {
  auditedLock,
  auditedSubject,
  endOf,
  Lock,
  lockReport,
  lockSubject,
  subjectOrFail,
} from './shapes.ts';
import { takeSubjectLock, unliftedLock, upsertLock } from './sql.ts';
import { isTooWide, prefixMin } from './subjects.ts';

const tooWide = `The network is too wide. Its prefix should be at least /${prefixMin.ipv4}, of IPv6 /${prefixMin.ipv6}.`;

const LockRequest = Type.Object({
  ...lockSubject,
  reason: optionalReason('Visible to operators only.', 'chargebacks'),
  expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    default: null,
    description: 'When the lock expires, exclusive, in ISO 8601 with an offset. Null for never.',
    examples: ['2099-01-01T00:00:00Z'],
  }),
});

export const createLock = operation({
  id: 'identity.create-lock',
  summary: 'Lock an email, domain, account, sign-in, IP address or phone number',
  description:
    'Stops sign-in and lookups on every process within a second. Locking a locked subject replaces the reason and expiry. Only an owner can lock an operator.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/locks')],
  roles: ['support'],
  input: LockRequest,
  example: { subject_type: 'email', subject: 'mallory@example.com', reason: 'Payments were reversed' },
  output: Lock,
  errors: ['idempotency_conflict', 'role_refused'],

  async run(ctx, { reason, expires_at: end, ...named }) {
    const subject = subjectOrFail(named);
    if (subject.subject_type === 'ip' && isTooWide(subject.subject)) return failField(['subject'], tooWide);
    const expires_at = end === null ? null : new Date(end);
    if (expires_at && !(expires_at > ctx.now()))
      return failField(['expires_at'], 'The time should be in the future');

    await requireOwnerFor(ctx, subject);
    await refuseOwnLock(ctx, subject);
    await takeSubjectLock(ctx.db, subject);
    const before = await unliftedLock(ctx.db, subject);
    const isSame = before?.reason === reason && endOf(before)?.getTime() === expires_at?.getTime();
    const lock = isSame
      ? before
      : await upsertLock(ctx.db, subject, { reason, created_by: ctx.actor, expires_at });
    ctx.afterCommit(() => ctx.ports.use(LocksInForce).forget());
    ctx.audit('lock.created', {
      ...auditedSubject(subject, lock),
      before: auditedLock(before),
      after: auditedLock(lock),
    });
    return lockReport(lock, ctx.now());
  },
});
