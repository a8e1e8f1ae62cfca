import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '#core/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { customer } from '#test/support/kit.ts';
import { customerWithWebhook, attemptsDue as sendDue, serviceWithReceiver } from '#test/support/webhooks.ts';

const { calls, held, answer, origin, clock, service } = await serviceWithReceiver();
const waiting = (url: string) => customerWithWebhook(service, url);
const attemptsDue = () => sendDue(service);

/** Waits until the receiver holds this many requests. */
const holds = (count: number) => eventually(async () => assert.equal(held.length, count));
function release(): void {
  for (const answerNow of held.splice(0)) answerNow();
}
const pathsOf = (from: typeof calls) => from.map(({ path }) => path).sort();

test('after a failed attempt new messages to the same address are sent at once', async () => {
  const { first, queue } = await waiting(`${origin}/hook`);
  answer.status = 500;
  await first();
  answer.status = 200;
  calls.length = 0;
  const next = await queue(`${origin}/hook`, 'the next');
  await next.first();
  assert.deepEqual(
    calls.map(({ body }) => JSON.parse(body).data.name),
    ['the next'],
  );
  clock.advance(minuteMs);
  await attemptsDue();
  assert.equal(calls.length, 2);
});

test('an address that does not answer delays neither another one of its account nor another account', async () => {
  const mine = await waiting(`${origin}/held`);
  const another = await mine.queue(`${origin}/another`);
  const sameAddress = await mine.queue(`${origin}/held`);
  const stranger = await waiting(`${origin}/stranger`);
  calls.length = 0;
  const unanswered = mine.first();
  await holds(1);
  await Promise.all([another.first(), sameAddress.first(), stranger.first()]);
  assert.deepEqual(pathsOf(calls), ['/another', '/held', '/stranger'], 'its second message waits');
  release();
  await holds(1);
  release();
  await unanswered;
  assert.equal(calls.length, 4);
});

test('ten addresses of an account that do not answer leave room for another account', async () => {
  const mine = await waiting(`${origin}/held/0`);
  const others = Array.from({ length: 10 }, (_, at) => `/held/${at + 1}`);
  for (const path of others) {
    clock.advance(1);
    await mine.queue(`${origin}${path}`);
  }
  await waiting(`${origin}/stranger`);
  calls.length = 0;
  const unanswered = attemptsDue();
  await holds(10);
  await eventually(async () => assert.equal(calls.length, 11));
  assert.deepEqual(pathsOf(calls), [...['/held/0', ...others.slice(0, 9)].sort(), '/stranger']);
  release();
  await holds(1);
  release();
  await unanswered;
  assert.equal(calls.at(-1)!.path, '/held/10');
});

test('a message waits for an older one to the same receiver about the same thing, and for no other', async () => {
  const mine = await waiting(`${origin}/hook`);
  const about = (name: string, subject: string) => mine.queue(`${origin}/hook`, name, subject);
  const namesOf = () => calls.map(({ body }) => JSON.parse(body).data.name);
  await attemptsDue();
  calls.length = 0;
  answer.status = 500;
  await about('first of a', 'a');
  await attemptsDue();
  answer.status = 200;
  for (const [name, subject] of [
    ['second of a', 'a'],
    ['first of b', 'b'],
    ['third of a', 'a'],
    ['of nothing', ''],
  ] as const)
    await about(name, subject);
  await attemptsDue();
  assert.deepEqual(namesOf(), ['first of a', 'first of b', 'of nothing']);
  calls.length = 0;
  clock.advance(minuteMs);
  await attemptsDue();
  assert.deepEqual(namesOf(), ['first of a', 'second of a', 'third of a']);
});

test('messages to one address are sent one at a time and in their order, however many jobs send them', async () => {
  const { first, queue } = await waiting(`${origin}/held`);
  const names = ['1', '2', '3', '4', '5'];
  const others = [];
  for (const name of names) others.push(await queue(`${origin}/held`, name));
  calls.length = 0;
  const running = [{ first }, ...others].map((one) => one.first());
  for (let sent = 1; sent <= names.length + 1; sent += 1) {
    await holds(1);
    assert.equal(calls.length, sent);
    release();
  }
  await Promise.all(running);
  assert.deepEqual(
    calls.map(({ body }) => JSON.parse(body).data.name),
    ['Grüße', ...names],
  );
});

test('hundreds of due messages to an address that does not answer do not delay those to another one', async () => {
  const mine = await waiting(`${origin}/held`);
  const { pool } = service.database;
  await pool.query(
    `insert into webhook_delivery (account, message_id, url, type, body, created_at, started_at, status, next_attempt_at)
     select account, message_id || n, url, type, body, created_at, started_at, status, next_attempt_at - interval '1 hour'
     from webhook_delivery, generate_series(1, 300) n where message_id = $1`,
    [mine.messageId],
  );
  await mine.queue(`${origin}/another`);
  await waiting(`${origin}/stranger`);
  calls.length = 0;
  const due = attemptsDue();
  await eventually(async () => assert.deepEqual(pathsOf(calls), ['/another', '/held', '/stranger']));
  await pool.query('delete from webhook_delivery where not sending and url like $1', ['%/held']);
  release();
  await due;
  assert.equal(calls.length, 3);
});

test('a message whose request is in progress is sent again only after its answer', async () => {
  const { first, messageId, post, delivery } = await waiting(`${origin}/held`);
  const sendAgain = () => post(`/api/v1/webhooks/deliveries/${messageId}/redelivery`);
  calls.length = 0;
  const unanswered = first();
  await holds(1);
  for (let time = 0; time < 5; time += 1) {
    const refused = await sendAgain();
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'delivery_in_progress']);
    await attemptsDue();
  }
  assert.equal(calls.length, 1);
  release();
  await unanswered;
  assert.equal((await delivery()).status, 'delivered');
  assert.equal((await sendAgain()).statusCode, 200);
  const again = attemptsDue();
  await holds(1);
  release();
  await again;
  assert.equal((await delivery()).attempts.length, 2);
});

test('an endpoint that is moved, tested, or deleted and created again during a request gets none beside it', async () => {
  const { key } = await customer(service);
  const headers = { authorization: `Bearer ${key}` };
  const call = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    (await service.request(method, `/api/v1/webhooks/endpoints${path}`, { headers, body })).json();
  const create = () => call('POST', '', { url: `${origin}/held` });
  const [moved, tested, deleted] = [await create(), await create(), await create()];
  calls.length = 0;
  for (const [{ id }, change] of [
    [moved, () => call('PATCH', `/${moved.id}`, { url: `${origin}/moved` })],
    [tested, () => Promise.all(Array.from({ length: 12 }, () => call('POST', `/${tested.id}/test`)))],
    [deleted, () => call('DELETE', `/${deleted.id}`)],
  ] as const) {
    await call('POST', `/${id}/test`);
    const unanswered = attemptsDue();
    await holds(1);
    await change();
    const before = calls.length;
    await call('POST', `/${(await create()).id}/test`);
    await attemptsDue();
    assert.equal(calls.length, before, 'the address has a request in progress');
    await service.database.pool.query('delete from webhook_delivery where not sending');
    release();
    await unanswered;
  }
});
