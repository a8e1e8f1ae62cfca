import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { type Draft, mailPerson } from '#domains/mails/index.ts';
import { eraseSuppressed } from '../hiding/erase-suppressed.ts';
import { Reason } from '../shapes.ts';
import { reviewWaitingAlerts } from './alerts.ts';
import { fulfilOptOut } from './fulfil-opt-out.ts';
import { closeOptOut, optOutById } from './opt-outs.ts';
import { OptOutRequest } from './shapes.ts';

export const decideOptOut = operation({
  id: 'suppression.decide-opt-out',
  summary: 'Approve or decline an opt-out request',
  description:
    'Approving has the same effect as a confirmation by the person. If the request names an address, the decision is mailed to it.',
  kind: 'command',
  atDirectory: true,
  doors: [admin('POST', '/api/v1/admin/opt-outs/{request_id}/decision')],
  roles: ['support'],
  input: Type.Object({
    request_id: Type.String({ maxLength: 100, description: "The request's `id`." }),
    decision: Type.Enum(['approved', 'declined'], { description: "The operator's decision." }),
    reason: Reason,
  }),
  example: { request_id: 'opt_4mAYQ7rYV0bIqJm2vQx1sT', decision: 'declined', reason: 'Not the owner' },
  output: OptOutRequest,
  errors: ['not_found', 'opt_out_ended'],

  async run(ctx, { request_id: id, decision, reason }) {
    const end = { at: ctx.now(), by: ctx.actor };
    const request = await optOutById(ctx.db, id, end.at);
    if (!request) return ctx.fail('not_found', { detail: 'No request with this id exists.' });

    const isDone =
      decision === 'approved'
        ? await fulfilOptOut(ctx, request, end)
        : await closeOptOut(ctx.db, id, 'declined', end);
    if (!isDone) return ctx.fail('opt_out_ended');
    if (request.kind === 'email' && request.target !== null)
      await mailPerson(ctx, request.target, decisionMail(decision, ctx.ports.publicUrl()));
    if (decision === 'approved') ctx.enqueue(eraseSuppressed, {});
    else await reviewWaitingAlerts(ctx.db);
    ctx.audit(`opt_out.${decision}`, {
      request_id: id,
      way: request.way,
      before: { status: 'open' },
      after: { status: decision },
      reason,
    });
    return (await optOutById(ctx.db, id, end.at))!;
  },
});

const decisionMail = (decision: 'approved' | 'declined', home: string): Draft => ({
  template: 'opt_out_decided',
  values: { decision },
  subject: decision === 'approved' ? 'You have opted out' : 'Your opt-out was declined',
  blocks:
    decision === 'approved'
      ? [
          `${home} gives this address, and everything stored with it, to no one any more. The data is erased within minutes.`,
        ]
      : [
          `Someone asked ${home} not to share this address. We could not confirm that it was you, so nothing has changed.`,
          'If it was you, write to us, or ask again:',
          { link: `${home}/opt-out`, label: 'Opt out' },
        ],
});
