import Type from 'typebox';
import { dashboard, key } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { Endpoint, endpointOnWire, endpointsMax, endpointsOf } from './endpoint.ts';

export const listEndpoints = operation({
  id: 'webhooks.list-endpoints',
  summary: "List an account's webhook endpoints, oldest first",
  kind: 'query',
  doors: [
    key('GET', '/api/v1/webhooks/endpoints'),
    dashboard('GET', '/internal/webhooks/{account_id}/endpoints'),
  ],
  account: 'required',
  input: Type.Object({}),
  output: Type.Object({ items: Type.Array(Endpoint, { maxItems: endpointsMax }) }),
  errors: [],

  async run(ctx) {
    const endpoints = await endpointsOf(ctx.db, ctx.account.id);
    return { items: endpoints.map((endpoint) => endpointOnWire(endpoint, ctx.now())) };
  },
});
