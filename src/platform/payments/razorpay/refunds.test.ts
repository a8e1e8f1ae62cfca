import assert from 'node:assert/strict';
import { test } from 'node:test';
import { razorpayTest } from '#test/support/payments/razorpay.ts';

async function paidWorld() {
  const world = await razorpayTest();
  const { reference } = await world.provider.createOrder({
    purchase: 'pur_1',
    amountPaise: 10_000,
    description: '20 credits',
  });
  const { id: payment } = await world.standIn.acts.pay(reference);
  return { ...world, payment, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

test('a refund repeated with its key is the first refund', async () => {
  await using world = await paidWorld();
  const wanted = { payment: world.payment, amountPaise: 10_000, key: `dup-${world.payment}` };
  const first = await world.provider.refund(wanted);
  assert.deepEqual(await world.provider.refund(wanted), first);
  assert.deepEqual([first.status, first.amountPaise, first.payment], ['pending', 10_000, world.payment]);
  assert.equal(world.standIn.books.refunds.size, 1);
});

test('a refund whose answer was lost is repeated without refunding twice', async () => {
  await using world = await paidWorld();
  const wanted = { payment: world.payment, amountPaise: 10_000, key: `dup-${world.payment}` };
  Object.assign(world.standIn.control, { trouble: 'lost_answer', on: 'POST /v1/payments' });
  await assert.rejects(world.provider.refund(wanted), { kind: 'unreachable' });
  world.standIn.control.trouble = 'none';
  const { id } = await world.provider.refund(wanted);
  assert.deepEqual([...world.standIn.books.refunds.keys()], [id]);
});

test('a refund that is under way elsewhere is worth repeating', async () => {
  await using world = await paidWorld();
  Object.assign(world.standIn.control, { trouble: 'conflict', on: 'POST /v1/payments' });
  const wanted = { payment: world.payment, amountPaise: 10_000, key: `dup-${world.payment}` };
  await assert.rejects(world.provider.refund(wanted), { kind: 'unreachable' });
});

const refused: [what: string, more: object, words: RegExp][] = [
  ['another amount under the same key', { amountPaise: 9000 }, /same idempotency key/],
  ['a second refund of the whole', { key: 'another-key-1' }, /fully refunded already/],
  ['an unknown payment', { payment: 'pay_unknown', key: 'another-key-1' }, /does not exist/],
  ['a key that is too short', { key: 'short' }, /at least 10/],
];
for (const [what, more, message] of refused) {
  test(`${what} is refused`, async () => {
    await using world = await paidWorld();
    const wanted = { payment: world.payment, amountPaise: 10_000, key: 'the-first-key' };
    await world.provider.refund(wanted);
    await assert.rejects(world.provider.refund({ ...wanted, ...more }), { kind: 'refused', message });
  });
}
