import Type from 'typebox';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { listMessages, restartMessage, WebhookDelivery } from './deliveries.ts';

export const sendAgain = operation({
  id: 'webhooks.send-again',
  summary: 'Send a webhook again',
  description:
    'Sends the same body with the same `webhook-id` at once, and tries for three more days if that fails. While a request with it is in ' +
    'progress, the answer is 409 `delivery_in_progress`.',
  kind: 'command',
  doors: [
    liveKey('POST', '/api/v1/webhooks/deliveries/{message_id}/redelivery'),
    dashboard('POST', '/internal/webhooks/{account_id}/deliveries/{message_id}/redelivery'),
  ],
  account: 'required',
  input: Type.Object({
    message_id: Type.String({ maxLength: 100, description: 'The `id` of the delivery.' }),
  }),
  example: { message_id: 'msg_0Fz8Ib2XJb9vQe3t1mKp7c' },
  output: WebhookDelivery,
  errors: ['not_found', 'delivery_in_progress'],

  async run(ctx, { message_id }) {
    const account = ctx.account.id;
    const lane = await restartMessage(ctx.db, account, message_id, ctx.now());
    const [message] = await listMessages(ctx.db, { account, message_id }, 1);
    if (!message)
      return ctx.fail('not_found', { detail: 'No webhook with this id exists, or it was forgotten.' });
    if (!lane) return ctx.fail('delivery_in_progress');
    ctx.audit('webhook.sent_again', { account_id: ctx.account.account_id, message_id });
    const { place, ...delivery } = message;
    return delivery;
  },
});
