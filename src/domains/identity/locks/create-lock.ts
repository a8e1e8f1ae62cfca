import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { auditedLock, Lock, lockOnWire, lockSubject, subjectOrFail } from './shapes.ts';
import { takeSubjectLock, unliftedLock, upsertLock } from './sql.ts';

const LockRequest = Type.Object({
  ...lockSubject,
  reason: Type.String({
    maxLength: 500,
    default: '',
    description: 'For operators; nobody else is ever told.',
  }),
  expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    default: null,
    description: 'When the lock ends by itself, exclusive; ISO 8601 with an offset. Null for no end.',
  }),
});

export const createLock = operation({
  id: 'identity.create-lock',
  summary: 'Lock an e-mail, a domain, an account, a sign-in, an address or a number',
  description:
    'Stops sign-in and lookups on every process within a second. Locking what is locked already replaces the reason and the end.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/locks')],
  input: LockRequest,
  output: Lock,
  errors: ['idempotency_conflict'],

  async run(ctx, { reason, expires_at: end, ...named }) {
    const subject = subjectOrFail(named);
    const expiresAt = end === null ? null : new Date(end);
    if (expiresAt && !(expiresAt > ctx.now()))
      return failField(['expires_at'], 'The end should be in the future');

    await takeSubjectLock(ctx.db, subject);
    const before = await unliftedLock(ctx.db, subject);
    const lock = await upsertLock(ctx.db, { ...subject, reason, createdBy: ctx.actor, expiresAt });
    ctx.afterCommit(() => ctx.ports.locks.forget());
    ctx.audit('lock.created', {
      subject_type: lock.type,
      subject: lock.subject,
      before: auditedLock(before),
      after: auditedLock(lock),
    });
    return lockOnWire(lock, ctx.now());
  },
});
