import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { openAlerts } from '#domains/audit/index.ts';
import { manualClock } from '#test/support/clock.ts';
import { quiet } from '#test/support/contact-sources.ts';
import { runJob } from '#test/support/jobs.ts';
import { customer } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { deliverDue, deliverMessage } from './deliver.ts';
import { takeDue } from './deliveries.ts';
import { forgetDeliveries } from './forget-deliveries.ts';
import { queueWebhook, webhookUrlFault } from './index.ts';

interface Call {
  headers: Record<string, string>;
  body: string;
}

/** A customer's server. */
const calls: Call[] = [];
let answer = 200;
const receiver = createServer(async (request, response) => {
  calls.push({ headers: request.headers as Call['headers'], body: await text(request) });
  response.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end('thanks');
});
await once(receiver.listen(0, '127.0.0.1'), 'listening');
const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const clock = manualClock();
const service = await testService({
  clock,
  environment: { SITE_STAND_INS: `https://hooks.example.com=${origin}` },
});
after(async () => {
  await service[Symbol.asyncDispose]();
  receiver.close();
});

/** A customer with a message that waits for its first attempt. */
async function waiting(url = `${origin}/hook`) {
  const holder = await customer(service);
  const { id: account } = (await accountByAccountId(service.database.db, holder.accountId))!;
  const enqueued: { account: number }[] = [];
  const messageId = await service.database.db.transaction().execute((db) =>
    queueWebhook(
      {
        db: db as never,
        now: () => clock.now(),
        enqueue: (_, payload) => void enqueued.push(payload as never),
      },
      { account, url, type: 'job.completed', data: { id: 'job_1', name: 'Grüße' } },
    ),
  );
  const get = async (path: string) => (await service.withKey(holder.key, 'GET', path)).json();
  const post = (path: string) => service.withKey(holder.key, 'POST', path);
  return {
    ...{ holder, messageId, post },
    first: (log: Log = quiet) => runJob(service, deliverMessage, enqueued[0], log),
    delivery: async () => (await get('/api/v1/webhooks/deliveries')).items[0],
    secret: async (path = 'secret') => (await post(`/api/v1/webhooks/${path}`)).json(),
  };
}

const signature = (secret: string, { headers, body }: Call) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`;

const attemptsDue = () => runJob(service, deliverDue);

test('a message is sent once, signed with the secret that the customer is shown once', async () => {
  const { messageId, secret, first, delivery } = await waiting();
  const shown = await secret();
  assert.match(shown.secret, /^whsec_/);
  assert.equal((await secret()).secret, null);
  calls.length = 0;
  await first();
  await first();
  await attemptsDue();
  assert.equal(calls.length, 1);
  const [call] = calls;
  assert.equal(call!.headers['webhook-id'], messageId);
  assert.equal(call!.headers['webhook-signature'], signature(shown.secret, call!));
  assert.deepEqual(JSON.parse(call!.body), {
    type: 'job.completed',
    timestamp: clock.now().toISOString(),
    data: { id: 'job_1', name: 'Grüße' },
  });
  const { status, attempts, next_attempt_at } = await delivery();
  assert.deepEqual(
    [status, next_attempt_at, attempts.length, attempts[0].status_code],
    ['delivered', null, 1, 200],
  );
});

test('for 24 hours after a rotation both secrets sign, then only the new one', async () => {
  const { secret, first, post, messageId } = await waiting();
  const old = (await secret()).secret;
  const rotated = await secret('secret/rotation');
  assert.equal(rotated.previous_until, new Date(clock.now().getTime() + dayMs).toISOString());
  const signatures = async () => {
    calls.length = 0;
    await post(`/api/v1/webhooks/deliveries/${messageId}/redelivery`);
    await attemptsDue();
    return calls[0]!.headers['webhook-signature']!.split(' ');
  };
  await first();
  assert.deepEqual(await signatures(), [signature(rotated.secret, calls[0]!), signature(old, calls[0]!)]);
  clock.advance(dayMs);
  assert.deepEqual(await signatures(), [signature(rotated.secret, calls[0]!)]);
});

test('the first failure is in the log, the last one opens an alert, and the next success closes it', async () => {
  const { first, post, messageId, holder } = await waiting();
  const { id: account } = (await accountByAccountId(service.database.db, holder.accountId))!;
  const lines: object[] = [];
  const log = { ...quiet, warn: (fields: object) => void lines.push(fields) };
  const ofAccount = async () =>
    (await openAlerts(service.database.db, 'webhook_undelivered')).filter(
      ({ subject }) => subject === String(account),
    );
  answer = 500;
  await first(log);
  for (let hours = 0; hours < 24; hours += 1) {
    assert.deepEqual(await ofAccount(), []);
    clock.advance(hourMs);
    await runJob(service, deliverDue, {}, log);
  }
  assert.deepEqual(lines, [{ account, messageId, reason: 'HTTP 500' }]);
  assert.deepEqual((await ofAccount())[0]?.details, { message: messageId, reason: 'HTTP 500' });
  answer = 200;
  await post(`/api/v1/webhooks/deliveries/${messageId}/redelivery`);
  await attemptsDue();
  assert.deepEqual(await ofAccount(), []);
});

test('a server that fails is tried ten times within a day, each at its time', async () => {
  const { first, delivery, post, messageId } = await waiting();
  answer = 500;
  calls.length = 0;
  await first();
  for (const minutes of [1, 5, 30, 120, 300, 600, 840, 1200, 1440]) {
    const next = new Date((await delivery()).next_attempt_at).getTime();
    clock.advance(next - clock.now().getTime() - 1);
    const before = calls.length;
    await attemptsDue();
    assert.equal(calls.length, before, `nothing a moment before ${minutes} minutes`);
    clock.advance(1);
    await attemptsDue();
    assert.equal(calls.length, before + 1, `${minutes} minutes`);
  }
  const ended = await delivery();
  assert.deepEqual([ended.status, ended.attempts.length], ['failed', 10]);
  assert.equal(new Set(calls.map(({ headers }) => headers['webhook-id'])).size, 1);
  answer = 204;
  const again = (await post(`/api/v1/webhooks/deliveries/${messageId}/redelivery`)).json();
  assert.equal(again.status, 'waiting');
  await attemptsDue();
  const delivered = await delivery();
  assert.deepEqual([delivered.status, delivered.attempts.length], ['delivered', 11]);
});

for (const [status, outcome] of [
  [410, 'failed'],
  [302, 'waiting'],
  [404, 'waiting'],
  [202, 'delivered'],
] as const) {
  test(`after an answer of ${status} a message is ${outcome}`, async () => {
    const { first, delivery } = await waiting();
    answer = status;
    calls.length = 0;
    await first();
    answer = 200;
    assert.deepEqual([(await delivery()).status, calls.length], [outcome, 1]);
    await attemptsDue();
  });
}

test('an address inside the network gets nothing, also when its name leads there', async () => {
  const { first, delivery } = await waiting('https://127.0.0.1/hook');
  await first();
  const { status, attempts } = await delivery();
  assert.deepEqual(
    [status, attempts[0].failure, attempts[0].status_code],
    ['waiting', 'address_refused', null],
  );
});

for (const [url, fault] of [
  ['https://hooks.example.com/in?of=contactry', null],
  ['http://hooks.example.com/in', /https/],
  ['https://10.0.0.1/in', /public Internet/],
  ['https://localhost/in', /public Internet/],
  ['https://a:b@hooks.example.com/in', /password/],
  ['https://hooks.example.com:8443/in', /port 443/],
  ['nonsense', /not an address/],
] as const) {
  test(`the address ${url} is ${fault ? 'refused with a sentence' : 'accepted'}`, () => {
    const sentence = webhookUrlFault(service.app.kernel.ports, url);
    if (fault) assert.match(sentence!, fault);
    else assert.equal(sentence, null);
  });
}

test("another account's message is 404, and lists have pages", async () => {
  const mine = await waiting();
  const other = await waiting();
  assert.equal(
    (await other.post(`/api/v1/webhooks/deliveries/${mine.messageId}/redelivery`)).statusCode,
    404,
  );
  const page = (
    await service.internal('GET', `/internal/webhooks/${mine.holder.accountId}/deliveries?limit=1`)
  ).json();
  assert.deepEqual(
    [page.items.map(({ id }: { id: string }) => id), page.next_cursor],
    [[mine.messageId], null],
  );
  await mine.first();
  await other.first();
});

test('what a killed process had taken is sent two minutes later', async () => {
  const { delivery, messageId } = await waiting();
  await service.database.pool.query(
    `update webhook_delivery set attempts = 1, round_attempts = 1, next_attempt_at = $1 where message_id = $2`,
    [new Date(clock.now().getTime() + 2 * minuteMs), messageId],
  );
  await attemptsDue();
  assert.equal((await delivery()).status, 'waiting');
  clock.advance(2 * minuteMs);
  await attemptsDue();
  assert.equal((await delivery()).status, 'delivered');
});

test('an account whose server is slow, with however many messages, does not hold up the others', async () => {
  const [slow, later, quick] = [await waiting(), await waiting(), await waiting()];
  const { db, pool } = service.database;
  const copied = (count: number, from: string) =>
    pool.query(
      `insert into webhook_delivery (account, message_id, url, type, body, created_at, started_at, status, next_attempt_at)
       select account, message_id || n, url, type, body, created_at, started_at, status, next_attempt_at - interval '1 hour'
       from webhook_delivery, generate_series(1, $1) n where message_id = $2`,
      [count, from],
    );
  await copied(300, slow.messageId);
  const due = await takeDue(db, clock.now(), 20, 4);
  const of = (messageId: string) => due.filter((one) => one.messageId.startsWith(messageId)).length;
  assert.deepEqual([of(slow.messageId), of(later.messageId), of(quick.messageId)], [4, 1, 1]);
  await slow.first();
  assert.equal((await slow.delivery()).attempts.length, 0, 'four of the account are under way');
  await pool.query('delete from webhook_delivery where message_id like $1', [`${slow.messageId}%`]);
});

test('ended messages are forgotten after the days of the setting, with their attempts', async () => {
  const { first, delivery } = await waiting();
  await first();
  clock.advance(30 * dayMs - hourMs);
  await runJob(service, forgetDeliveries);
  assert.equal((await delivery()).status, 'delivered');
  clock.advance(2 * hourMs);
  await runJob(service, forgetDeliveries);
  assert.equal(await delivery(), undefined);
});
