import { sample } from '#test/samples/sample.ts';
import { givenWebhook } from '#test/support/webhooks.ts';

export default sample({
  input: { message_id: 'msg_0Fz8Ib2XJb9vQe3t1mKp7c' },
  prepare: async ({ service, customer }) => ({ message_id: await givenWebhook(service, customer) }),
  refusals: { not_found: { input: { message_id: 'msg_nothing' } } },
});
