import assert from 'node:assert/strict';
import { test } from 'node:test';
import { razorpayTest } from '#test/support/payments/razorpay.ts';
import type { ProviderFact } from '../port.ts';

const plan = { id: 'growth', name: 'Growth', amountPaise: 39_900 };
const order = { purchase: 'pur_1', amountPaise: 10_000, description: '20 credits' };

/** Each fact in a word, without ids and times. */
const inWords = (facts: ProviderFact[]) =>
  facts.map((fact) => {
    const of = { ...fact } as unknown as Record<string, { status: string; amountPaise?: number }>;
    const { status, amountPaise } = fact.kind === 'charge' ? fact.payment : of[fact.kind]!;
    return [fact.kind, status, amountPaise ?? ''].join(' ').trim();
  });

test('an unpaid order has no facts', async () => {
  await using world = await razorpayTest();
  const { reference } = await world.provider.createOrder(order);
  assert.deepEqual(await world.provider.factsOf(reference), []);
});

test('an order tells every payment, failed or captured, and its refunds', async () => {
  await using world = await razorpayTest();
  const { provider, standIn } = world;
  const { reference } = await provider.createOrder(order);
  await standIn.acts.fail(reference);
  const { id } = await standIn.acts.pay(reference);
  await provider.refund({ payment: id, amountPaise: 4000, key: 'part-of-it-1' });
  await provider.refund({ payment: id, amountPaise: 6000, key: 'the-rest-of-it' });

  const facts = await provider.factsOf(reference);
  assert.deepEqual(inWords(facts).sort(), [
    'payment failed 10000',
    'payment refunded 10000',
    'refund pending 4000',
    'refund pending 6000',
  ]);
  assert.deepEqual(
    facts.flatMap(({ kind, ...fact }) => ('payment' in fact && fact.payment.id !== id ? [] : [kind])),
    ['refund', 'refund', 'payment'],
    'pending refunds come before the payment that is called refunded',
  );
  const failed = facts.flatMap((fact) => (fact.kind === 'payment' ? [fact.payment] : []))[0];
  assert.ok(failed);
  assert.equal(failed.order, reference);
});

test('a subscription tells one charge for each period, with its own dates', async () => {
  await using world = await razorpayTest();
  const { provider, standIn } = world;
  const { reference } = await provider.createSubscription({ purchase: 'pur_1', plan });
  await standIn.acts.charge(reference);
  await standIn.acts.charge(reference);

  const facts = await provider.factsOf(reference);
  assert.deepEqual(inWords(facts), ['charge captured 39900', 'charge captured 39900', 'subscription active']);
  const charges = facts.flatMap((fact) => (fact.kind === 'charge' ? [fact.subscription] : []));
  const [later, first] = charges;
  assert.deepEqual(first!.periodEnd, later!.periodStart);
  assert.deepEqual([first!.purchase, later!.purchase], ['pur_1', 'pur_1']);
  const now = facts.flatMap((fact) => (fact.kind === 'subscription' ? [fact.subscription] : []))[0];
  assert.deepEqual(now?.periodEnd, later!.periodEnd);
});

test('a charge that a delivery tells is the charge that a read tells', async () => {
  await using world = await razorpayTest();
  const { provider, standIn } = world;
  const { reference } = await provider.createSubscription({ purchase: 'pur_1', plan });
  await standIn.acts.charge(reference);
  const told = standIn.webhook.events.flatMap(({ body }) => provider.read(JSON.parse(body)));
  const read = await provider.factsOf(reference);
  const charge = (facts: ProviderFact[]) => facts.find(({ kind }) => kind === 'charge');
  assert.deepEqual(charge(told), charge(read));
});

test('disputes of its own payments are reported, and not those of others', async () => {
  await using world = await razorpayTest();
  const { provider, standIn } = world;
  const mine = await provider.createOrder(order);
  const other = await provider.createOrder({ ...order, purchase: 'pur_2' });
  const payment = await standIn.acts.pay(mine.reference);
  await standIn.acts.dispute((await standIn.acts.pay(other.reference)).id);
  const { id } = await standIn.acts.dispute(payment.id);
  assert.deepEqual(inWords(await provider.factsOf(mine.reference)), [
    'payment captured 10000',
    'dispute open 10000',
  ]);
  for (const end of ['win', 'lose', 'close'] as const) {
    await standIn.acts[`${end}-dispute`](id);
    const [, dispute] = inWords(await provider.factsOf(mine.reference));
    assert.equal(dispute, `dispute ${{ win: 'won', lose: 'lost', close: 'closed' }[end]} 10000`);
  }
});

test('a dispute is found behind a hundred later ones', async () => {
  await using world = await razorpayTest();
  const { provider, standIn } = world;
  const { reference } = await provider.createOrder(order);
  const { id } = await standIn.acts.pay(reference);
  await standIn.acts.dispute(id);
  const other = await provider.createOrder({ ...order, purchase: 'pur_2' });
  const { id: another } = await standIn.acts.pay(other.reference);
  for (let at = 0; at < 100; at += 1) await standIn.acts.dispute(another);
  const facts = await provider.factsOf(reference);
  assert.equal(facts.filter(({ kind }) => kind === 'dispute').length, 1);
});

test('an account without access to disputes still hears of its payments, but an outage is a failure', async () => {
  await using world = await razorpayTest();
  const { provider, standIn } = world;
  const { reference } = await provider.createOrder(order);
  await standIn.acts.pay(reference);
  Object.assign(standIn.control, { trouble: 'not_enabled', on: 'GET /v1/disputes' });
  assert.deepEqual(inWords(await provider.factsOf(reference)), ['payment captured 10000']);
  standIn.control.trouble = 'server_error';
  await assert.rejects(provider.factsOf(reference), { kind: 'unreachable' });
});
