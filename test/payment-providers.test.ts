/** What billing relies on, tried on every provider: the sandbox, and Razorpay's client with its stand-in. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SandboxPayments } from '#domains/sandbox/index.ts';
import type { ProviderClient } from '#platform/payments/definition.ts';
import type { Checkout, ProviderFact } from '#platform/payments/port.ts';
import { paymentProviders, providerNames } from '#platform/payments/providers.ts';
import { razorpayTest } from './support/payments/razorpay.ts';
import { testService } from './support/service.ts';

interface World extends AsyncDisposable {
  provider: ProviderClient;
  /** A buyer pays an order. */
  pay(reference: string): Promise<unknown>;
  fail(reference: string): Promise<unknown>;
  /** A buyer pays for the first or the next period. */
  charge(reference: string): Promise<unknown>;
}

async function sandboxWorld(): Promise<World> {
  const service = await testService();
  const started = new Set<string>();
  const press = async (reference: string, act: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ act }).toString();
    const page = await service.request('POST', `/sandbox/${reference}`, { headers, body });
    assert.equal(page.statusCode, 200, page.body);
  };
  const paid = new Set<string>();
  const once = (seen: Set<string>, reference: string) => !seen.has(reference) && Boolean(seen.add(reference));
  return {
    provider: service.app.kernel.ports.use(SandboxPayments)!,
    pay: (reference) => press(reference, once(paid, reference) ? 'pay' : 'pay_again'),
    fail: (reference) => press(reference, 'fail'),
    charge: (reference) => press(reference, once(started, reference) ? 'start' : 'renew'),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

async function razorpayWorld(): Promise<World> {
  const world = await razorpayTest();
  const { provider, standIn } = world;
  return {
    provider,
    pay: standIn.acts.pay,
    fail: standIn.acts.fail,
    charge: standIn.acts.charge,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const order = { purchase: 'pur_1', amountPaise: 10_000, description: '20 credits' };
const plan = { id: 'growth', name: 'Growth', amountPaise: 39_900 };

const paymentsIn = (facts: ProviderFact[]) =>
  facts.flatMap((fact) => ('payment' in fact ? [fact.payment] : []));
const chargesIn = (facts: ProviderFact[]) => facts.flatMap((fact) => (fact.kind === 'charge' ? [fact] : []));
const subscriptionIn = (facts: ProviderFact[]) => {
  const [found] = facts.flatMap((fact) => (fact.kind === 'subscription' ? [fact.subscription] : []));
  assert.ok(found, 'factsOf returned no fact of kind `subscription`, which it must for every subscription.');
  return found;
};

/** The provider and what its buyers do, by its name. */
const worlds: Record<string, () => Promise<World>> = { razorpay: razorpayWorld, sandbox: sandboxWorld };

for (const name of providerNames) {
  test(`${name} is tried here`, () => {
    const missing = `Add an entry '${name}' to \`worlds\` in this file: its client with a stand-in, and what buyers do there.`;
    assert.ok(worlds[name], missing);
  });
}

/** A checkout that leads a buyer to payment without a script of the provider's. */
function assertReachable({ url, form }: Checkout, name: string): void {
  const { formOrigins } = paymentProviders.find((one) => one.name === name)!;
  assert.ok(url ?? form, 'The checkout has neither `url` nor `form`, so Contactry’s pages cannot use it.');
  if (url) assert.match(url, /^https?:/, 'The `url` of the checkout must be an http(s) address.');
  if (!form) return;
  const { origin } = new URL(form.action);
  assert.ok(formOrigins.includes(origin), `Add ${origin} to \`formOrigins\` in the definition of ${name}.`);
}

for (const [name, openWorld] of Object.entries(worlds)) {
  test(`${name}: a repeated order or subscription is the first one, another purchase another`, async () => {
    await using world = await openWorld();
    const { provider } = world;
    const first = await provider.createOrder(order);
    assertReachable(first, name);
    assert.deepEqual(await provider.createOrder(order), first);
    assert.notEqual((await provider.createOrder({ ...order, purchase: 'pur_2' })).reference, first.reference);

    const sub = await provider.createSubscription({ purchase: 'pur_3', plan });
    assertReachable(sub, name);
    assert.notEqual(sub.reference, first.reference, 'An order and a subscription need different references.');
    assert.deepEqual(await provider.createSubscription({ purchase: 'pur_3', plan }), sub);
  });

  test(`${name}: a paid order tells a captured payment of its own amount, without an invoice`, async () => {
    await using world = await openWorld();
    const { reference } = await world.provider.createOrder(order);
    assert.deepEqual(await world.provider.factsOf(reference), []);
    await world.fail(reference);
    await world.pay(reference);
    const payments = paymentsIn(await world.provider.factsOf(reference));
    assert.deepEqual(payments.map(({ status }) => status).sort(), ['captured', 'failed']);
    const paid = payments.find(({ status }) => status === 'captured')!;
    const { amountPaise, currency, invoice, failure } = paid;
    assert.deepEqual(
      { amountPaise, currency, order: paid.order, invoice, failure },
      { amountPaise: 10_000, currency: 'INR', order: reference, invoice: null, failure: null },
    );
    assert.ok(payments.find(({ status }) => status === 'failed')!.failure);
  });

  test(`${name}: an order that is paid twice tells two payments`, async () => {
    await using world = await openWorld();
    const { reference } = await world.provider.createOrder(order);
    await world.pay(reference);
    await world.pay(reference);
    const payments = paymentsIn(await world.provider.factsOf(reference));
    assert.equal(new Set(payments.map(({ id }) => id)).size, 2);
  });

  test(`${name}: a subscription tells its purchase, and a charge with an invoice for each period`, async () => {
    await using world = await openWorld();
    const { reference } = await world.provider.createSubscription({ purchase: 'pur_1', plan });
    const before = await world.provider.factsOf(reference);
    assert.deepEqual([subscriptionIn(before).status, subscriptionIn(before).purchase], ['created', 'pur_1']);
    await world.charge(reference);
    await world.charge(reference);

    const facts = await world.provider.factsOf(reference);
    const charges = chargesIn(facts).sort(
      (a, b) => +a.subscription.periodStart! - +b.subscription.periodStart!,
    );
    assert.equal(charges.length, 2);
    assert.deepEqual(charges[0]!.subscription.periodEnd, charges[1]!.subscription.periodStart);
    for (const { payment, subscription } of charges) {
      assert.deepEqual(
        [payment.status, payment.amountPaise, payment.invoice !== null, subscription.purchase],
        ['captured', 39_900, true, 'pur_1'],
      );
    }
    assert.deepEqual(subscriptionIn(facts).periodEnd, charges[1]!.subscription.periodEnd);
  });

  test(`${name}: a refund with one key happens once`, async () => {
    await using world = await openWorld();
    const { provider } = world;
    const { reference } = await provider.createOrder(order);
    await world.pay(reference);
    const [paid] = paymentsIn(await provider.factsOf(reference));
    const wanted = { payment: paid!.id, amountPaise: 10_000, key: `dup-${paid!.id}` };
    const first = await provider.refund(wanted);
    assert.deepEqual([first.payment, first.amountPaise], [paid!.id, 10_000]);
    assert.deepEqual(await provider.refund(wanted), first);

    const facts = await provider.factsOf(reference);
    const refunds = facts.flatMap((fact) => (fact.kind === 'refund' ? [fact.refund.id] : []));
    assert.deepEqual(refunds, [first.id]);
    assert.equal(paymentsIn(facts)[0]!.status, 'refunded');
    await assert.rejects(provider.refund({ ...wanted, key: 'another-key-1' }), { kind: 'refused' });
  });

  test(`${name}: a cancellation is harmless to repeat, at the period end and now`, async () => {
    await using world = await openWorld();
    const { provider } = world;
    const { reference } = await provider.createSubscription({ purchase: 'pur_1', plan });
    await world.charge(reference);
    const status = async () => subscriptionIn(await provider.factsOf(reference)).status;
    await provider.cancelSubscription(reference, 'at_period_end');
    await provider.cancelSubscription(reference, 'at_period_end');
    assert.equal(await status(), 'active');
    await provider.cancelSubscription(reference, 'now');
    await provider.cancelSubscription(reference, 'now');
    await provider.cancelSubscription(reference, 'at_period_end');
    assert.equal(await status(), 'cancelled');
  });

  test(`${name}: a subscription has a page to pay on`, async () => {
    await using world = await openWorld();
    const { reference, url } = await world.provider.createSubscription({ purchase: 'pur_1', plan });
    await world.charge(reference);
    assert.equal(await world.provider.payPageOf(reference), url);
  });

  test(`${name}: an unpaid subscription is cancelled at once`, async () => {
    await using world = await openWorld();
    const { reference } = await world.provider.createSubscription({ purchase: 'pur_1', plan });
    await world.provider.cancelSubscription(reference, 'at_period_end');
    assert.equal(subscriptionIn(await world.provider.factsOf(reference)).status, 'cancelled');
  });

  test(`${name}: what it does not know is refused`, async () => {
    await using world = await openWorld();
    const { provider } = world;
    const refused = { kind: 'refused' };
    await assert.rejects(provider.factsOf('order_unknown'), refused);
    await assert.rejects(provider.cancelSubscription('sub_unknown', 'now'), refused);
    const refund = { payment: 'pay_unknown', amountPaise: 100, key: 'dup-pay_unknown' };
    await assert.rejects(provider.refund(refund), refused);
  });
}
