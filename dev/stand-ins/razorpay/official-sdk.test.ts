import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Razorpay from 'razorpay';
import { standInKeys } from './answers.ts';
import { openRazorpayStandIn } from './open-stand-in.ts';

const standIn = await openRazorpayStandIn();
after(() => standIn[Symbol.asyncDispose]());

const sdk = new Razorpay({ key_id: standInKeys.keyId, key_secret: standInKeys.keySecret });
(sdk as unknown as { api: { rq: { defaults: { baseURL: string } } } }).api.rq.defaults.baseURL =
  standIn.origin;

/** An active subscription with one paid period. */
async function subscribed(total_count = 12) {
  const item = { name: 'Growth', amount: 39_900, currency: 'INR' };
  const plan = await sdk.plans.create({ period: 'monthly', interval: 1, item });
  const made = await sdk.subscriptions.create({ plan_id: plan.id, total_count, customer_notify: 1 });
  await standIn.acts.charge(made.id);
  return { plan, id: made.id };
}

const refusedWith = (field: string, words: RegExp) => (error: unknown) => {
  const { statusCode, error: body } = error as { statusCode: number; error: Record<string, string> };
  assert.deepEqual([statusCode, body.code, body.field], [400, 'BAD_REQUEST_ERROR', field]);
  assert.match(body.description!, words);
  return true;
};

test('the official SDK makes, reads, changes and lists orders and their payments', async () => {
  const order = await sdk.orders.create({ amount: 50_000, currency: 'INR', receipt: 'r-1' });
  await standIn.acts.pay(order.id);
  assert.equal((await sdk.orders.fetch(order.id)).status, 'paid');
  assert.deepEqual((await sdk.orders.edit(order.id, { notes: { of: 'acme-42' } })).notes, { of: 'acme-42' });
  const { items } = await sdk.orders.fetchPayments(order.id);
  assert.equal(items[0]!.status, 'captured');
  assert.ok((await sdk.payments.all()).items.some(({ id }) => id === items[0]!.id));
  assert.equal((await sdk.orders.all({ receipt: 'r-1' })).count, 1);
});

test('amounts with fractions, without a currency or below a rupee are refused as Razorpay refuses them', async () => {
  const make = (body: object) => sdk.api.post({ url: '/orders', data: body });
  await assert.rejects(make({ amount: 499.5, currency: 'INR' }), refusedWith('amount', /integer/));
  await assert.rejects(make({ amount: 50_000 }), refusedWith('currency', /currency field is required/));
  await assert.rejects(make({ amount: 99, currency: 'INR' }), refusedWith('amount', /at least INR 1\.00/));
  await assert.rejects(make({ currency: 'INR' }), refusedWith('amount', /amount field is required/));
});

test('a subscription that the SDK cancels at the end of its cycle stays active until then', async () => {
  const { id, plan } = await subscribed();
  assert.equal((await sdk.plans.fetch(plan.id)).item.amount, 39_900);
  const cancelled = await sdk.subscriptions.cancel(id, true);
  assert.deepEqual([cancelled.status, cancelled.has_scheduled_changes], ['active', true]);
  const other = await subscribed();
  assert.equal((await sdk.subscriptions.cancel(other.id, false)).status, 'cancelled');
});

test('a subscription pauses and resumes, and each is sent as an event', async () => {
  const { id } = await subscribed();
  assert.equal((await sdk.subscriptions.pause(id, { pause_at: 'now' })).status, 'paused');
  assert.equal((await sdk.subscriptions.resume(id, { resume_at: 'now' })).status, 'active');
  const names = standIn.webhook.events.filter(({ body }) => body.includes(id)).map(({ name }) => name);
  assert.deepEqual(names.slice(-2), ['subscription.paused', 'subscription.resumed']);
});

test('refunds, invoices and customers work as the SDK calls them', async () => {
  const { id } = await subscribed();
  const [invoice] = (await sdk.invoices.all({ subscription_id: id })).items;
  assert.equal((await sdk.invoices.fetch(invoice!.id)).status, 'paid');
  const refund = await sdk.payments.refund(String(invoice!.payment_id), { amount: 10_000 });
  assert.equal((await sdk.refunds.fetch(refund.id)).amount, 10_000);
  await assert.rejects(
    sdk.payments.refund(String(invoice!.payment_id), { amount: 100.5 }),
    refusedWith('amount', /integer/),
  );
  const person = { name: 'Asha Example', email: 'asha@example.com', contact: '+912025550168' };
  const customer = await sdk.customers.create(person);
  await assert.rejects(sdk.customers.create(person), /./);
  assert.equal((await sdk.customers.create({ ...person, fail_existing: 0 })).id, customer.id);
  assert.equal((await sdk.customers.edit(customer.id, { name: 'Asha E.' })).name, 'Asha E.');
});
