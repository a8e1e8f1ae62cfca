import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { hourMs } from '#core/clock.ts';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { OverlapHours, secretOf } from '../secrets.ts';
import { EndpointId, EndpointWithSecret, endpointOnWire, endpointOrFail } from './endpoint.ts';

export const rotateEndpointSecret = operation({
  id: 'webhooks.rotate-endpoint-secret',
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'Shows the new secret. For `overlap_hours` messages are signed with both, so that you can change it on your servers without losing one.',
  kind: 'command',
  doors: [
    liveKey('POST', '/api/v1/webhooks/endpoints/{endpoint_id}/secret/rotation'),
    dashboard('POST', '/internal/webhooks/{account_id}/endpoints/{endpoint_id}/secret/rotation'),
  ],
  account: 'required',
  input: Type.Object({ endpoint_id: EndpointId, overlap_hours: OverlapHours }),
  example: { endpoint_id: 'whe_0Fz8Ib2XJb9vQe3t1mKp7c', overlap_hours: 24 },
  output: EndpointWithSecret,
  errors: ['not_found', 'idempotency_conflict'],
  secretAnswer: true,

  async run(ctx, { endpoint_id: id, overlap_hours }) {
    const { salt: previous_salt } = await endpointOrFail(ctx, id);
    const endpoint = await ctx.db
      .updateTable('webhook_endpoint')
      .set({
        salt: randomUUID(),
        previous_salt,
        previous_until: new Date(ctx.now().getTime() + overlap_hours * hourMs),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const { account_id } = ctx.account;
    ctx.audit('webhook_endpoint.secret_rotated', { account_id, endpoint_id: id, overlap_hours });
    return {
      ...endpointOnWire(endpoint, ctx.now()),
      secret: secretOf(ctx.ports.suppressionPepper, endpoint.salt),
    };
  },
});
