import { sample } from '#test/samples/sample.ts';
import { givenWebhook } from '#test/support/webhooks.ts';
import { takeNext } from './deliveries.ts';

export default sample({
  prepare: async ({ service, customer }) => ({ message_id: await givenWebhook(service, customer) }),
  refusals: {
    not_found: { input: { message_id: 'msg_nothing' } },
    delivery_in_progress: {
      async prepare({ service, customer }) {
        const message_id = await givenWebhook(service, customer);
        const { db } = service.database;
        const message = db.selectFrom('webhook_delivery').where('message_id', '=', message_id);
        await takeNext(db, await message.select(['account', 'url']).executeTakeFirstOrThrow(), new Date());
        return { input: { message_id } };
      },
    },
  },
});
