import { newId } from '#core/ids.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { addMessage } from '#domains/webhooks/deliveries.ts';
import type { Customer } from './kit.ts';
import type { TestService } from './service.ts';

/** A webhook of the customer that waits for its first attempt; gives its id. */
export async function givenWebhook(
  { database: { db } }: Pick<TestService, 'database'>,
  { accountId }: Pick<Customer, 'accountId'>,
): Promise<string> {
  const account = (await accountByAccountId(db, accountId))!.id;
  const messageId = newId('msg');
  const url = 'https://hooks.example.com/contactry';
  await addMessage(
    db,
    { account, messageId, url, type: 'job.completed', body: '{}', traceparent: null },
    new Date(),
  );
  return messageId;
}
