import { newId } from '#core/ids.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { sample } from '#test/samples/sample.ts';
import { addMessage } from './deliveries.ts';

export default sample({
  input: { message_id: 'msg_0Fz8Ib2XJb9vQe3t1mKp7c' },
  async prepare({ service: { database }, customer }) {
    const account = await accountByAccountId(database.db, customer.accountId);
    const messageId = newId('msg');
    const url = 'https://hooks.example.com/contactry';
    await addMessage(
      database.db,
      { account: account!.id, messageId, url, type: 'job.completed', body: '{}' },
      new Date(),
    );
    return { message_id: messageId };
  },
  refusals: { not_found: { input: { message_id: 'msg_nothing' } } },
});
