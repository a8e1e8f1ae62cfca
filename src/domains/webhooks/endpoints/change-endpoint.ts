import Type from 'typebox';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { endWaiting, redirectWaiting } from '../deliveries.ts';
import {
  checkUrl,
  Endpoint,
  EndpointEvents,
  EndpointId,
  EndpointName,
  EndpointUrl,
  endpointOnWire,
  endpointOrFail,
} from './endpoint.ts';

export const changeEndpoint = operation({
  id: 'webhooks.change-endpoint',
  summary: 'Change a webhook endpoint',
  description:
    'Members you omit keep their value. Waiting messages go to the new `url`. A disabled endpoint gets no new events, and its waiting ' +
    'messages fail; you can send them again later.',
  kind: 'command',
  doors: [
    liveKey('PATCH', '/api/v1/webhooks/endpoints/{endpoint_id}'),
    dashboard('PATCH', '/internal/webhooks/{account_id}/endpoints/{endpoint_id}'),
  ],
  account: 'required',
  input: Type.Object({
    endpoint_id: EndpointId,
    url: Type.Optional(EndpointUrl),
    name: Type.Optional(EndpointName),
    events: Type.Optional(EndpointEvents),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether events are sent to it.' })),
  }),
  example: { endpoint_id: 'whe_0Fz8Ib2XJb9vQe3t1mKp7c', enabled: false },
  output: Endpoint,
  errors: ['not_found'],

  async run(ctx, { endpoint_id: id, ...changes }) {
    if (changes.url !== undefined) checkUrl(ctx, changes.url);
    const before = await endpointOrFail(ctx, id);
    const isResumed = !before.enabled && changes.enabled === true;
    const after = {
      ...before,
      ...changes,
      ...(isResumed ? { failing_since: null, switched_off_at: null } : {}),
    };
    const { url, name, events, enabled, failing_since, switched_off_at } = after;
    await ctx.db
      .updateTable('webhook_endpoint')
      .set({ url, name, events, enabled, failing_since, switched_off_at })
      .where('id', '=', id)
      .execute();
    if (url !== before.url)
      await redirectWaiting(ctx.db, { account: before.account, endpoint: id }, ctx.now());
    if (!enabled) await endWaiting(ctx.db, { account: before.account, endpoint: id }, ctx.now());
    ctx.audit('webhook_endpoint.changed', {
      account_id: ctx.account.account_id,
      endpoint_id: id,
      before: { url: before.url, name: before.name, events: before.events, enabled: before.enabled },
      after: { url, name, events, enabled },
    });
    return endpointOnWire(after, ctx.now());
  },
});
