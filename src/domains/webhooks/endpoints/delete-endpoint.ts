import Type from 'typebox';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { outliveEndpoint } from '../deliveries.ts';
import { Endpoint, EndpointId, endpointOnWire, endpointOrFail } from './endpoint.ts';

export const deleteEndpoint = operation({
  id: 'webhooks.delete-endpoint',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes its deliveries too, and ends those that wait.',
  kind: 'command',
  doors: [
    liveKey('DELETE', '/api/v1/webhooks/endpoints/{endpoint_id}'),
    dashboard('DELETE', '/internal/webhooks/{account_id}/endpoints/{endpoint_id}'),
  ],
  account: 'required',
  input: Type.Object({ endpoint_id: EndpointId }),
  example: { endpoint_id: 'whe_0Fz8Ib2XJb9vQe3t1mKp7c' },
  output: Endpoint,
  errors: ['not_found'],

  async run(ctx, { endpoint_id: id }) {
    const endpoint = await endpointOrFail(ctx, id);
    await outliveEndpoint(ctx.db, { account: endpoint.account, endpoint: id }, ctx.now());
    await ctx.db.deleteFrom('webhook_endpoint').where('id', '=', id).execute();
    ctx.audit('webhook_endpoint.deleted', { account_id: ctx.account.account_id, endpoint_id: id });
    return endpointOnWire(endpoint, ctx.now());
  },
});
