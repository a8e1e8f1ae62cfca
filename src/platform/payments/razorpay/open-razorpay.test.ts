import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInKeys, type Trouble } from '#dev/stand-ins/razorpay/answers.ts';
import { openManualTiming } from '#test/support/outgoing/manual-timing.ts';
import { razorpayTest } from '#test/support/payments/razorpay.ts';
import { ProviderFailure } from '../port.ts';

const order = { purchase: 'pur_1', amountPaise: 10_000, description: '20 credits' };
const growth = { id: 'growth', name: 'Growth', amountPaise: 39_900 };

const kindOf = async (call: Promise<unknown>): Promise<string> => {
  const failure = await call.then(
    () => assert.fail('the call succeeded'),
    (error: unknown) => error,
  );
  assert.ok(failure instanceof ProviderFailure, String(failure));
  return failure.kind;
};

test('an order has what the widget and the form need: the public key id, the order and the amount', async () => {
  await using world = await razorpayTest();
  const { reference, url, widget, form } = await world.provider.createOrder(order);
  assert.match(reference, /^order_/);
  assert.equal(url, null);
  const checkout = { order_id: reference, amount: '10000', currency: 'INR', description: '20 credits' };
  assert.deepEqual(widget, { key: standInKeys.keyId, ...checkout });
  assert.deepEqual(form?.fields, { key_id: standInKeys.keyId, ...checkout });
});

test('a subscription runs for 120 months, names our purchase and has a page to pay on', async () => {
  await using world = await razorpayTest();
  const { reference, url } = await world.provider.createSubscription({ purchase: 'pur_1', plan: growth });
  const made = world.standIn.books.subscriptions.get(reference)!;
  assert.deepEqual([made.total_count, made.notes], [120, { purchase: 'pur_1' }]);
  assert.match(url ?? '', /^https:\/\/rzp\.io\//);
});

test('a price has one plan, also for another process, and a new price a new one', async () => {
  await using world = await razorpayTest();
  const sell = (purchase: string, amountPaise: number, provider = world.provider) =>
    provider.createSubscription({ purchase, plan: { ...growth, amountPaise } });
  await Promise.all([sell('pur_1', 39_900), sell('pur_2', 39_900)]);
  await sell('pur_3', 39_900, world.another());
  assert.equal(world.standIn.books.plans.size, 1);
  await sell('pur_4', 44_900);
  assert.equal(world.standIn.books.plans.size, 2);
});

test('a purchase is found behind a hundred later subscriptions', async () => {
  await using world = await razorpayTest();
  const sell = (purchase: string) => world.provider.createSubscription({ purchase, plan: growth });
  const first = await sell('pur_first');
  for (let at = 0; at < 100; at += 1) await sell(`pur_${at}`);
  assert.equal((await sell('pur_first')).reference, first.reference);
  assert.equal(world.standIn.books.subscriptions.size, 101);
});

for (const trouble of ['lost_answer', 'silent'] as const) {
  test(`an order that was made though its answer never came (${trouble}) is found by the repeat`, async () => {
    const timing = openManualTiming();
    await using world = await razorpayTest();
    world.standIn.control.trouble = trouble;
    world.standIn.control.on = 'POST /v1/orders';
    const patient = world.another({ timing });
    const first = kindOf(patient.createOrder(order));
    while (world.standIn.books.orders.size === 0) await new Promise(setImmediate);
    if (trouble === 'silent') await timing.advance(10_000);
    assert.equal(await first, 'unreachable');

    world.standIn.control.trouble = 'none';
    const { reference } = await world.provider.createOrder(order);
    assert.deepEqual([...world.standIn.books.orders.keys()], [reference]);
  });
}

test('a subscription whose answer was lost is found by the repeat, in another process too', async () => {
  await using world = await razorpayTest();
  const sell = (provider = world.provider) =>
    provider.createSubscription({ purchase: 'pur_1', plan: growth });
  Object.assign(world.standIn.control, { trouble: 'lost_answer', on: 'POST /v1/subscriptions' });
  assert.equal(await kindOf(sell()), 'unreachable');
  world.standIn.control.trouble = 'none';
  const { reference } = await sell(world.another());
  assert.deepEqual([...world.standIn.books.subscriptions.keys()], [reference]);
});

test('a plan that could not be made is asked for again', async () => {
  await using world = await razorpayTest();
  const sell = () => world.provider.createSubscription({ purchase: 'pur_1', plan: growth });
  Object.assign(world.standIn.control, { trouble: 'server_error', on: 'POST /v1/plans' });
  assert.equal(await kindOf(sell()), 'unreachable');
  world.standIn.control.trouble = 'none';
  assert.match((await sell()).reference, /^sub_/);
});

const failures: [Trouble, string, on: string][] = [
  ['rate_limited', 'unreachable', ''],
  ['server_error', 'unreachable', ''],
  ['html', 'unreachable', ''],
  ['not_enabled', 'misconfigured', ''],
  ['conflict', 'unreachable', 'POST'],
  ['lost_answer', 'unreachable', ''],
];
for (const [trouble, kind, on] of failures) {
  test(`${trouble} is ${kind}`, async () => {
    await using world = await razorpayTest();
    Object.assign(world.standIn.control, { trouble, on });
    assert.equal(await kindOf(world.provider.createOrder(order)), kind);
  });
}

test('wrong credentials are a misconfiguration, and the failure names the variables but not their values', async () => {
  await using world = await razorpayTest({ keySecret: 'a-secret-of-somebody-else' });
  const failure = await world.provider.createOrder(order).catch((error: unknown) => error);
  assert.ok(failure instanceof ProviderFailure);
  assert.deepEqual([failure.kind, failure.code], ['misconfigured', 'BAD_REQUEST_ERROR']);
  assert.match(failure.message, /RAZORPAY_KEY_SECRET/);
  const shown = `${failure.stack} ${JSON.stringify(failure)} ${String(failure.cause)}`;
  const secrets = ['a-secret-of-somebody-else', Buffer.from('a-secret-of-somebody-else').toString('base64')];
  for (const secret of [...secrets, 'Basic ']) assert.ok(!shown.includes(secret), shown);
});

test('what Razorpay refuses is refused, in its words', async () => {
  await using world = await razorpayTest();
  await assert.rejects(world.provider.createOrder({ ...order, amountPaise: 99 }), {
    kind: 'refused',
    code: 'BAD_REQUEST_ERROR',
    message: 'Razorpay refused POST /orders: The amount must be at least INR 1.00',
  });
  assert.equal(await kindOf(world.provider.factsOf('order_unknown')), 'refused');
  assert.equal(await kindOf(world.provider.factsOf('sub_unknown')), 'refused');
});

test('after "too many requests" nothing is sent for at most half a second', async () => {
  const timing = openManualTiming();
  await using world = await razorpayTest({ timing });
  world.standIn.control.trouble = 'rate_limited';
  await kindOf(world.provider.createOrder(order));
  const before = world.standIn.calls.length;
  await timing.advance(249);
  await assert.rejects(world.provider.createOrder(order), { kind: 'unreachable', code: 'rate_limited' });
  assert.equal(world.standIn.calls.length, before);
  world.standIn.control.trouble = 'none';
  await timing.advance(251);
  assert.match((await world.provider.createOrder(order)).reference, /^order_/);
});
