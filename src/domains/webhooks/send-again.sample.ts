import { sample } from '#test/samples/sample.ts';
import { givenWebhook } from '#test/support/webhooks.ts';

export default sample({
  prepare: async ({ service, customer }) => ({ message_id: await givenWebhook(service, customer) }),
  refusals: { not_found: { input: { message_id: 'msg_nothing' } } },
});
