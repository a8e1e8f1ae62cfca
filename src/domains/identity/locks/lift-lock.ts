import { Type } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { LocksInForce } from './locks-in-force.ts';
import { requireOwnerFor } from './locks-on-operators.ts';
import {
  auditedLock,
  auditedSubject,
  LiftedLock,
  liftReason,
  lockReport,
  lockSubject,
  subjectOrFail,
} from './shapes.ts';
import { markLifted, takeSubjectLock, unliftedLock } from './sql.ts';

export const liftLock = operation({
  id: 'identity.lift-lock',
  summary: 'Lift a lock',
  description:
    'Keys and sign-ins work again. Sessions and links from before stay ended. The lifted lock stays listed with `include_expired`. Only an owner can lift the lock on an operator. Use POST behind proxies that drop the body or method of a DELETE.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/locks/unlock'), admin('DELETE', '/api/v1/admin/locks')],
  roles: ['support'],
  input: Type.Object({ ...lockSubject, reason: liftReason }),
  example: { subject_type: 'email', subject: 'mallory@example.com' },
  output: LiftedLock,
  errors: ['not_found', 'role_refused'],

  async run(ctx, { reason, ...named }) {
    const subject = subjectOrFail(named);
    await requireOwnerFor(ctx, subject);
    await takeSubjectLock(ctx.db, subject);
    const before = await unliftedLock(ctx.db, subject);
    if (!before || before.expires_at <= ctx.now())
      return ctx.fail('not_found', {
        detail: 'No lock is in force on this subject. `GET /api/v1/admin/locks` lists those that are.',
      });

    const lock = await markLifted(ctx.db, subject, { lifted_by: ctx.actor, lifted_at: ctx.now() });
    ctx.afterCommit(() => ctx.ports.use(LocksInForce).forget());
    ctx.audit('lock.lifted', {
      ...auditedSubject(subject, lock),
      before: auditedLock(before),
      after: null,
      reason,
    });
    return lockReport(lock, ctx.now());
  },
});
