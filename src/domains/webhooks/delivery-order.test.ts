import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '#core/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob } from '#test/support/jobs.ts';
import { customerWithWebhook, serviceWithReceiver } from '#test/support/webhooks.ts';
import { deliverDue } from './deliver.ts';

const { calls, held, answer, origin, clock, service } = await serviceWithReceiver();
const waiting = (url: string) => customerWithWebhook(service, url);
const attemptsDue = () => runJob(service, deliverDue);

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

test('four addresses of an account that do not answer leave room for another account', async () => {
  const mine = await waiting(`${origin}/held/0`);
  const others = await Promise.all([1, 2, 3, 4].map((at) => mine.queue(`${origin}/held/${at}`)));
  const stranger = await waiting(`${origin}/stranger`);
  calls.length = 0;
  const unanswered = [mine, ...others].slice(0, 4).map(({ first }) => first());
  await holds(4);
  await others.at(-1)!.first();
  await stranger.first();
  assert.deepEqual(pathsOf(calls), ['/held/0', '/held/1', '/held/2', '/held/3', '/stranger']);
  release();
  await Promise.all(unanswered);
  const due = attemptsDue();
  await holds(1);
  release();
  await due;
  assert.equal(calls.at(-1)!.path, '/held/4');
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
