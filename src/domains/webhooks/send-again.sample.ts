import { minuteMs } from '#core/clock.ts';
import { sample } from '#test/samples/sample.ts';
import { givenWebhook } from '#test/support/webhooks.ts';

export default sample({
  prepare: async ({ service, customer }) => ({ message_id: await givenWebhook(service, customer) }),
  refusals: {
    not_found: { input: { message_id: 'msg_nothing' } },
    delivery_in_progress: {
      async prepare({ service, customer }) {
        const message_id = await givenWebhook(service, customer);
        const { db } = service.database;
        await db
          .updateTable('webhook_delivery')
          .set({ sending: true, next_attempt_at: new Date(Date.now() + minuteMs) })
          .where('message_id', '=', message_id)
          .execute();
        return { input: { message_id } };
      },
    },
  },
});
