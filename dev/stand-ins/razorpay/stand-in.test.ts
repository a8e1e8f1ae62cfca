import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { verifyDelivery } from '#platform/payments/razorpay/read-delivery.ts';
import { eventually } from '#test/support/eventually.ts';
import { standInKeys } from './answers.ts';
import { openRazorpayStandIn } from './open-stand-in.ts';

interface Received {
  event: string;
  eventId: string;
  isVerified: boolean;
}

/** A receiver of the webhook that answers with one status after the other, then with 200. */
async function openWorld(statuses: number[] = []) {
  const stack = new AsyncDisposableStack();
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const headers = request.headers as Record<string, string>;
    received.push({
      event: JSON.parse(body.toString()).event,
      eventId: headers['x-razorpay-event-id']!,
      isVerified: verifyDelivery({ body, headers }, [standInKeys.webhookSecret]).ok,
    });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const standIn = stack.use(await openRazorpayStandIn({ webhookUrl }));
  const authorization = `Basic ${btoa(`${standInKeys.keyId}:${standInKeys.keySecret}`)}`;
  const post = async (path: string, body: object, headers: object = { authorization }) => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { ...headers } };
    const answer = await fetch(`${standIn.origin}${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const order = await post('/v1/orders', { amount: 10_000, currency: 'INR' });
  return {
    standIn,
    received,
    post,
    orderId: String(order.body.id),
    events: () => received.map(({ event }) => event),
    async subscribe() {
      const item = { name: 'Growth', amount: 39_900, currency: 'INR' };
      const plan = await post('/v1/plans', { period: 'monthly', interval: 1, item });
      const made = await post('/v1/subscriptions', { plan_id: plan.body.id, total_count: 120 });
      return String(made.body.id);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('calls without the right credentials are refused as documented', async () => {
  await using world = await openWorld();
  const { status, body } = await world.post('/v1/orders', {}, { authorization: 'Basic bm86bm8=' });
  assert.equal(status, 401);
  assert.equal((body.error as { description: string }).description, 'The api key provided is invalid');
});

test('a renewal sends the whole burst with one payment, each event signed', async () => {
  await using world = await openWorld();
  const id = await world.subscribe();
  await world.standIn.acts.charge(id);
  const burst = ['payment.authorized', 'payment.captured', 'order.paid', 'invoice.paid'];
  const first = ['subscription.authenticated', ...burst, 'subscription.activated', 'subscription.charged'];
  assert.deepEqual(world.events(), first);
  await world.standIn.acts.charge(id);
  assert.deepEqual(world.events(), [...first, ...burst, 'subscription.charged']);
  assert.ok(world.received.every(({ isVerified }) => isVerified));

  const told = world.standIn.webhook.events
    .slice(7)
    .map(({ body }) => JSON.parse(body).payload.payment.entity);
  assert.equal(new Set(told.map((payment) => payment.id)).size, 1);
  assert.equal(told.at(-1).captured, '1');
  assert.deepEqual(told.at(-1).notes, []);
});

test('what is not accepted is sent again, with the same event id, until it is', async () => {
  await using world = await openWorld([500, 500]);
  await world.standIn.acts.fail(world.orderId);
  await world.standIn.webhook.deliver();
  await world.standIn.webhook.deliver();
  await world.standIn.webhook.deliver();
  assert.equal(world.received.length, 3);
  assert.equal(new Set(world.received.map(({ eventId }) => eventId)).size, 1);
  assert.deepEqual(world.standIn.webhook.events[0]!.statuses, [500, 500, 200]);
});

test('events can be held back, reordered, sent twice, dropped and signed with another secret', async () => {
  await using world = await openWorld();
  const { acts, webhook } = world.standIn;
  Object.assign(webhook.settings, { held: true, copies: 2, drops: ['order.paid'] });
  await acts.pay(world.orderId);
  assert.deepEqual(world.events(), []);
  await webhook.deliver((events) => events.reverse());
  assert.deepEqual(world.events(), [
    'payment.captured',
    'payment.captured',
    'payment.authorized',
    'payment.authorized',
  ]);
  webhook.settings.secret = 'another-webhook-secret';
  await webhook.redeliver(webhook.events[0]!);
  assert.equal(world.received.at(-1)!.isVerified, false);
});

test('capturing twice gives two payments for one order, and a late authorisation one that had failed', async () => {
  await using world = await openWorld();
  const { acts, books } = world.standIn;
  await acts['capture-twice'](world.orderId);
  const failed = await acts.fail(world.orderId);
  await acts['late-authorise'](failed.id);
  assert.deepEqual(
    [...books.payments.values()].map(({ status }) => status),
    ['captured', 'captured', 'captured'],
  );
});

test('refunds, disputes and the states of a subscription send their events', async () => {
  await using world = await openWorld();
  const { acts } = world.standIn;
  const { id } = await acts.pay(world.orderId);
  const refund = await acts.refund(id);
  await acts['process-refund'](refund.id);
  await acts['fail-refund'](refund.id);
  const dispute = await acts.dispute(id);
  await acts['close-dispute'](dispute.id);
  const subscription = await world.subscribe();
  for (const act of ['pending', 'halt', 'pause', 'resume', 'cancel'] as const) await acts[act](subscription);
  assert.deepEqual(world.events().slice(3), [
    'refund.created',
    'refund.processed',
    'refund.failed',
    'payment.dispute.created',
    'payment.dispute.closed',
    'subscription.pending',
    'subscription.halted',
    'subscription.paused',
    'subscription.resumed',
    'subscription.cancelled',
  ]);
});

test('a refund and a cancellation by the API are told, each once', async () => {
  await using world = await openWorld();
  const { id } = await world.standIn.acts.pay(world.orderId);
  const authorization = `Basic ${btoa(`${standInKeys.keyId}:${standInKeys.keySecret}`)}`;
  const headers = { authorization, 'x-refund-idempotency': 'the-first-key' };
  for (let time = 0; time < 2; time += 1) await world.post(`/v1/payments/${id}/refund`, {}, headers);
  const subscription = await world.subscribe();
  for (let time = 0; time < 2; time += 1) await world.post(`/v1/subscriptions/${subscription}/cancel`, {});
  await eventually(async () =>
    assert.deepEqual(world.events().slice(3), ['refund.created', 'subscription.cancelled']),
  );
});

test('a person at the keyboard can act and see what was sent', async () => {
  await using world = await openWorld();
  assert.equal((await world.post('/__test/pay', { id: world.orderId })).body.status, 'captured');
  assert.equal((await world.post('/__test/pay', { id: 'order_unknown' })).status, 400);
  assert.equal((await world.post('/__test/dance', {})).status, 404);
  assert.equal((await world.post('/__test/webhook', { held: true })).body.held, true);
  assert.equal((await world.post('/__test/trouble', { trouble: 'server_error' })).status, 200);
  assert.equal((await world.post('/v1/orders', {})).status, 500);
  const events = (await (await fetch(`${world.standIn.origin}/__test/events`)).json()) as unknown[];
  assert.equal(events.length, 3);
});
