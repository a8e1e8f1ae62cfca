import Type from 'typebox';
import { dashboard, liveKey } from '#core/door.ts';
import { newId } from '#core/ids.ts';
import { operation } from '#core/operation.ts';
import { lockAccount } from '#domains/accounts/index.ts';
import { secretOf } from '../secrets.ts';
import {
  checkUrl,
  EndpointEvents,
  EndpointName,
  EndpointUrl,
  EndpointWithSecret,
  endpointOnWire,
  endpointsMax,
  endpointsOf,
} from './endpoint.ts';

export const createEndpoint = operation({
  id: 'webhooks.create-endpoint',
  summary: 'Create a webhook endpoint',
  description:
    'From now on, the events that it chooses are sent to it, signed with a secret of its own, which is shown once.',
  kind: 'command',
  doors: [
    liveKey('POST', '/api/v1/webhooks/endpoints'),
    dashboard('POST', '/internal/webhooks/{account_id}/endpoints'),
  ],
  account: 'required',
  input: Type.Object({
    url: EndpointUrl,
    name: Type.String({ ...EndpointName, default: '' }),
    events: Type.Array(EndpointEvents.items, { ...EndpointEvents, default: [] }),
    enabled: Type.Boolean({ default: true, description: 'Whether events are sent to it.' }),
  }),
  example: { url: 'https://hooks.example.com/contactry', name: 'CRM' },
  output: EndpointWithSecret,
  errors: ['endpoints_full', 'idempotency_conflict'],
  secretAnswer: true,

  async run(ctx, { url, name, events, enabled }) {
    checkUrl(ctx, url);
    const { id: account, account_id } = ctx.account;
    await lockAccount(ctx.db, account);
    if ((await endpointsOf(ctx.db, account)).length >= endpointsMax) return ctx.fail('endpoints_full');

    const endpoint = await ctx.db
      .insertInto('webhook_endpoint')
      .values({ id: newId('whe'), account, url, name, events, enabled, created_at: ctx.now() })
      .returningAll()
      .executeTakeFirstOrThrow();
    ctx.audit('webhook_endpoint.created', { account_id, endpoint_id: endpoint.id });
    return {
      ...endpointOnWire(endpoint, ctx.now()),
      secret: secretOf(ctx.ports.suppressionPepper, endpoint.salt),
    };
  },
});
