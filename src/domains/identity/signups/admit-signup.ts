import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant, requiredReason, requiredText } from '#core/shapes.ts';
import { letIn } from './admissions.ts';
import { attemptById } from './attempts.ts';
import { overrulable } from './rules.ts';

export const admitSignup = operation({
  id: 'identity.admit-signup',
  summary: 'Let the person of a refused sign-up in',
  description:
    'For seven days, their mailbox and their sign-in pass the rules on domains, on sign-ups per address, and on closed sign-ups. They ' +
    'sign up again as usual. Locks still hold, and a handle of another account stays there.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/abuse/attempts/{attempt_id}/admission')],
  roles: ['support'],
  input: Type.Object({
    attempt_id: requiredText(100, "The attempt's `id`.", '4'),
    reason: requiredReason('The reason, for the other operators and the audit log.'),
  }),
  example: { reason: 'Known customer, wrote to us' },
  output: Type.Object({ until: instant('Until when they may sign up.') }),
  errors: ['not_found', 'signup_not_admissible'],

  async run(ctx, { attempt_id, reason }) {
    const attempt = /^[0-9]{1,15}$/.test(attempt_id)
      ? await attemptById(ctx.db, Number(attempt_id), ctx.now())
      : null;
    if (!attempt) return ctx.fail('not_found', { detail: 'No attempt with this id is kept.' });
    const { mailbox, provider_user, signals } = attempt;
    const firm = signals.filter((signal) => !overrulable.includes(signal));
    if (attempt.allowed || firm.length > 0)
      return ctx.fail('signup_not_admissible', {
        detail: attempt.allowed ? 'This sign-up was not refused.' : attempt.evidence,
      });
    if (mailbox === null && provider_user === null)
      return ctx.fail('signup_not_admissible', { detail: 'It names no email and no sign-in to let in.' });
    const until = await letIn(ctx.db, attempt, { now: ctx.now(), actor: ctx.actor });
    ctx.audit('signup.let_in', {
      attempt: attempt_id,
      before: { signals },
      after: { until: until.toISOString() },
      reason,
    });
    return { until };
  },
});
