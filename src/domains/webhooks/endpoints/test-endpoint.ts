import Type from 'typebox';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { keepNewest, listMessages, WebhookDelivery } from '../deliveries.ts';
import { queueWebhook } from '../queue-webhook.ts';
import { EndpointId, endpointOrFail } from './endpoint.ts';

const type = 'endpoint.test';
/** Test messages that an endpoint keeps. */
const keptMax = 10;

export const testEndpoint = operation({
  id: 'webhooks.test-endpoint',
  summary: 'Send a test event to a webhook endpoint',
  description: `Sends an event of the type \`${type}\`, also to a disabled endpoint. The newest ${keptMax} are kept; get the outcome from its deliveries.`,
  kind: 'command',
  doors: [
    liveKey('POST', '/api/v1/webhooks/endpoints/{endpoint_id}/test'),
    dashboard('POST', '/internal/webhooks/{account_id}/endpoints/{endpoint_id}/test'),
  ],
  account: 'required',
  input: Type.Object({ endpoint_id: EndpointId }),
  example: { endpoint_id: 'whe_0Fz8Ib2XJb9vQe3t1mKp7c' },
  output: WebhookDelivery,
  errors: ['not_found', 'idempotency_conflict'],

  async run(ctx, { endpoint_id: id }) {
    const { account, url } = await endpointOrFail(ctx, id);
    const data = { endpoint_id: id, message: 'This is a test.' };
    const message_id = await queueWebhook(ctx, { account, endpoint: id, url, type, data });
    await keepNewest(ctx.db, { account, endpoint: id, type, count: keptMax }, ctx.now());
    ctx.audit('webhook_endpoint.tested', { account_id: ctx.account.account_id, endpoint_id: id });
    const [message] = await listMessages(ctx.db, { account, message_id }, 1);
    const { place, ...delivery } = message!;
    return delivery;
  },
});
