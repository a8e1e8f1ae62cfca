import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { openAlerts } from '#domains/audit/index.ts';
import { quiet } from '#test/support/contact-sources.ts';
import { runJob } from '#test/support/jobs.ts';
import { customerWithWebhook, attemptsDue as sendDue, serviceWithReceiver } from '#test/support/webhooks.ts';
import { forgetDeliveries } from './forget-deliveries.ts';
import { webhookUrlFault } from './index.ts';

const { calls, answer, origin, clock, service } = await serviceWithReceiver();
const waiting = (url = `${origin}/hook`) => customerWithWebhook(service, url);

const signature = (secret: string, { headers, body }: (typeof calls)[0]) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`;

const attemptsDue = () => sendDue(service);

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
  answer.status = 500;
  await first(log);
  for (let hours = 0; hours < 72; hours += 1) {
    assert.deepEqual(await ofAccount(), []);
    clock.advance(hourMs);
    await sendDue(service, log);
  }
  assert.deepEqual(lines, [{ account, messageId, reason: 'HTTP 500' }]);
  const { accountId: account_id } = holder;
  assert.deepEqual((await ofAccount())[0]?.details, { account_id, message: messageId, reason: 'HTTP 500' });
  answer.status = 200;
  await post(`/api/v1/webhooks/deliveries/${messageId}/redelivery`);
  await attemptsDue();
  assert.deepEqual(await ofAccount(), []);
});

test('a server that fails is tried fourteen times within three days, each at its time', async () => {
  const { first, delivery, post, messageId } = await waiting();
  answer.status = 500;
  calls.length = 0;
  await first();
  for (const minutes of [1, 5, 30, 120, 300, 600, 840, 1200, 1440, 2160, 2880, 3600, 4320]) {
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
  assert.deepEqual([ended.status, ended.attempts.length], ['failed', 14]);
  assert.equal(new Set(calls.map(({ headers }) => headers['webhook-id'])).size, 1);
  answer.status = 204;
  const again = (await post(`/api/v1/webhooks/deliveries/${messageId}/redelivery`)).json();
  assert.equal(again.status, 'waiting');
  await attemptsDue();
  const delivered = await delivery();
  assert.deepEqual([delivered.status, delivered.attempts.length], ['delivered', 15]);
});

for (const [status, outcome] of [
  [410, 'failed'],
  [302, 'waiting'],
  [404, 'waiting'],
  [202, 'delivered'],
] as const) {
  test(`after an answer of ${status} a message is ${outcome}`, async () => {
    const { first, delivery } = await waiting();
    answer.status = status;
    calls.length = 0;
    await first();
    answer.status = 200;
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

test('what a killed process had taken is sent twenty seconds later', async () => {
  const { delivery, messageId } = await waiting();
  await service.database.pool.query(
    `update webhook_delivery set sending = true, attempts = 1, round_attempts = 1, next_attempt_at = $1 where message_id = $2`,
    [new Date(clock.now().getTime() + minuteMs / 3), messageId],
  );
  await attemptsDue();
  assert.equal((await delivery()).status, 'waiting');
  clock.advance(minuteMs / 3);
  await attemptsDue();
  assert.equal((await delivery()).status, 'delivered');
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
