import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { eraseSuppressed } from '../hiding/erase-suppressed.ts';
import { Reason } from '../shapes.ts';
import { reviewWaitingAlerts } from './alerts.ts';
import { fulfilOptOut } from './fulfil-opt-out.ts';
import { closeOptOut, optOutById } from './opt-outs.ts';
import { OptOutRequest } from './shapes.ts';

export const decideOptOut = operation({
  id: 'suppression.decide-opt-out',
  summary: 'Approve or decline an opt-out request',
  description: 'Approving has the same effect as a confirmation by the person.',
  kind: 'command',
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
