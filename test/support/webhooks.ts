import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import type { Db, Log } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import type { Job } from '#core/job.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { addMessage } from '#domains/webhooks/deliveries.ts';
import { queueWebhook } from '#domains/webhooks/queue-webhook.ts';
import { deliverDue } from '#domains/webhooks/sending/deliver.ts';
import { manualClock } from './clock.ts';
import { runJob } from './jobs.ts';
import { type Customer, customer } from './kit.ts';
import { type TestService, testService } from './service.ts';

const deliverAll: Job = { id: 'webhooks.deliver', run: deliverDue };

/** Sends every message that is due, as a worker does. */
export const attemptsDue = (service: TestService, log?: Log): Promise<void> =>
  runJob(service, deliverAll, {}, log);

/** A webhook of the customer that waits for its first attempt; gives its id. */
export async function givenWebhook(
  { database: { db } }: { database: { db: Db } },
  { accountId }: Pick<Customer, 'accountId'>,
  endpoint: string | null = null,
): Promise<string> {
  const account = (await accountByAccountId(db, accountId))!.id;
  const messageId = newId('msg');
  const url = 'https://hooks.example.com/contactry';
  await addMessage(
    db,
    { account, endpoint, message_id: messageId, url, type: 'job.completed', body: '{}', traceparent: null },
    new Date(),
  );
  return messageId;
}

/** An endpoint of the customer, written to the database; gives its id. */
export async function givenEndpoint(
  { database: { db } }: { database: { db: Db } },
  { accountId }: Pick<Customer, 'accountId'>,
): Promise<string> {
  const account = (await accountByAccountId(db, accountId))!.id;
  const id = newId('whe');
  const url = 'https://hooks.example.com/contactry';
  await db
    .insertInto('webhook_endpoint')
    .values({ id, account, name: 'CRM', url, created_at: new Date() })
    .execute();
  return id;
}

interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A service and a customer's server, which answers `/held` requests only on demand. Both end after the file's tests. */
export async function serviceWithReceiver(environment: Record<string, string> = {}) {
  const calls: Call[] = [];
  const held: (() => void)[] = [];
  const answer = { status: 200 };
  const receiver = createServer(async (request, response) => {
    const path = request.url!;
    calls.push({ path, headers: request.headers as Call['headers'], body: await text(request) });
    if (path.startsWith('/held')) await new Promise<void>((resolve) => held.push(resolve));
    response.writeHead(answer.status, { location: 'http://127.0.0.1:1/' }).end('thanks');
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const clock = manualClock();
  const service = await testService({
    clock,
    environment: { SITE_STAND_INS: `https://hooks.example.com=${origin}`, ...environment },
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    receiver.close();
  });
  return { calls, held, answer, origin, clock, service };
}

/** A customer with a message that waits for its first attempt. */
export async function customerWithWebhook(service: TestService, url: string) {
  const holder = await customer(service);
  const { id: account } = (await accountByAccountId(service.database.db, holder.accountId))!;
  const get = async (path: string) => (await service.withKey(holder.key, 'GET', path)).json();
  const post = (path: string) => service.withKey(holder.key, 'POST', path);
  const now = () => service.app.kernel.clock.now();
  /** Another message, and what sends it. */
  const queue = async (to: string, name = 'Grüße', subject = '') => {
    const messageId = await service.database.db
      .transaction()
      .execute((db) =>
        queueWebhook(
          { db: db as never, now },
          { account, url: to, type: 'job.completed', subject, data: { id: 'job_1', name } },
        ),
      );
    return { messageId, first: (log?: Log) => attemptsDue(service, log) };
  };
  return {
    ...{ holder, post, queue },
    ...(await queue(url)),
    delivery: async () => (await get('/api/v1/webhooks/deliveries')).items[0],
    secret: async (path = 'secret') => (await post(`/api/v1/webhooks/${path}`)).json(),
  };
}
