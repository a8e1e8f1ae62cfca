import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '#core/clock.ts';
import { openAlerts } from '#domains/audit/index.ts';
import type { ProviderFact } from '#platform/payments/port.ts';
import { type ManualClock, manualClock } from '#test/support/clock.ts';
import { quiet } from '#test/support/contact-sources.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob } from '#test/support/jobs.ts';
import { openWebhookReceiver } from '#test/support/payments/webhook-receiver.ts';
import { testService } from '#test/support/service.ts';
import { sendDeliveries } from './deliveries/send-deliveries.ts';
import { SandboxPayments } from './ports.ts';

const growth = { id: 'growth', name: 'Growth', amountPaise: 39_900 };

async function openWorld() {
  const stack = new AsyncDisposableStack();
  const receiver = stack.use(await openWebhookReceiver());
  const clock: ManualClock = manualClock();
  const service = stack.use(await testService({ clock, environment: { PUBLIC_URL: receiver.origin } }));
  const payments = service.app.kernel.ports.use(SandboxPayments)!;
  const press = async (reference: string, act: string, payment = '', presses?: string) => {
    const response = await service.request('POST', `/sandbox/${reference}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ act, payment, ...(presses && { presses }) }).toString(),
    });
    return response;
  };
  const order = await payments.createOrder({
    purchase: 'pur_1',
    amountPaise: 10_000,
    description: '20 credits',
  });
  return {
    receiver,
    clock,
    service,
    payments,
    press,
    reference: order.reference,
    show: (reference = order.reference) => service.request('GET', `/sandbox/${reference}`),
    send: () => runJob(service, sendDeliveries),
    events: () => receiver.received.map(({ body }) => JSON.parse(body.toString()).event as string),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const captured = (facts: ProviderFact[]) =>
  facts.flatMap((fact) => ('payment' in fact && fact.payment.status === 'captured' ? [fact.payment] : []));

test('a person opens the page of a checkout and pays, and the webhook gets it, signed', async () => {
  await using world = await openWorld();
  const { payments, receiver } = world;
  const { url } = await payments.createOrder({ purchase: 'pur_1', amountPaise: 10_000, description: '' });
  assert.equal(url, `${receiver.origin}/sandbox/${world.reference}`);
  assert.match((await world.show()).body, /<button>Pay<\/button>/);
  const page = await world.press(world.reference, 'pay');
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /₹100 captured/);

  await world.send();
  assert.deepEqual(world.events(), ['payment.captured', 'order.paid']);
  for (const { path, headers, body } of receiver.received) {
    assert.equal(path, '/api/v1/billing/webhook/sandbox');
    const verified = payments.verify({ body, headers: headers as Record<string, string> });
    assert.ok(verified.ok);
    assert.match(verified.event ?? '', /^evt_/);
    assert.deepEqual(payments.read(verified.payload), await payments.factsOf(world.reference));
    const forged = Buffer.from(body.toString().replace('10000', '10001'));
    assert.deepEqual(payments.verify({ body: forged, headers: headers as Record<string, string> }), {
      ok: false,
      reason: 'wrong_signature',
    });
  }
  assert.match((await world.show()).body, /<dt>order.paid<\/dt><dd>Accepted<\/dd>/);
});

test('a reload or a double click renews once', async () => {
  await using world = await openWorld();
  const { reference } = await world.payments.createSubscription({ purchase: 'pur_2', plan: growth });
  const { body } = await world.press(reference, 'start');
  const shown = /name="presses" value="(\d+)"/.exec(body)![1]!;
  const answers = [
    await world.press(reference, 'renew', '', shown),
    await world.press(reference, 'renew', '', shown),
  ];
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 409],
  );
  assert.equal((await world.show(reference)).body.match(/₹399 captured/g)?.length, 2);
});

test("a worker's queue sends what a button told, without anyone asking it to", async () => {
  await using world = await openWorld();
  await world.service.app.work();
  await world.press(world.reference, 'pay');
  await eventually(async () => assert.deepEqual(world.events(), ['payment.captured', 'order.paid']));
});

test('the buttons of a payment say which payment they are about', async () => {
  await using world = await openWorld();
  await world.press(world.reference, 'pay');
  const { body } = await world.press(world.reference, 'pay_again');
  for (const { id } of captured(await world.payments.factsOf(world.reference))) {
    assert.match(body, new RegExp(`<h3 id="${id}">₹100 captured</h3>`));
    assert.match(body, new RegExp(`<button aria-describedby="${id}">Refund half</button>`));
  }
});

test('what is not accepted is sent again with the same event id and bytes, later each time, for a day', async () => {
  await using world = await openWorld();
  world.receiver.statuses.push(500, 404, 302);
  await world.press(world.reference, 'fail');
  await world.send();
  await world.send();
  assert.equal(world.receiver.received.length, 1, 'not before its time');
  for (const waitMs of [15_000, 30_000]) {
    world.clock.advance(waitMs - 1);
    await world.send();
    const before: number = world.receiver.received.length;
    world.clock.advance(1);
    await world.send();
    assert.equal(world.receiver.received.length, before + 1);
  }
  assert.match((await world.show()).body, /Sent 3 times, not accepted yet/);
  world.clock.advance(60_000);
  await world.send();
  assert.match((await world.show()).body, /Accepted, after it was sent 4 times/);
  const sent = world.receiver.received.map(({ headers, body }) => `${headers['x-sandbox-event-id']} ${body}`);
  assert.deepEqual([sent.length, new Set(sent).size], [4, 1]);
});

test('the first failure of a delivery is in the log with the address, and the last one opens an alert', async () => {
  await using world = await openWorld();
  const lines: string[] = [];
  const log = {
    ...quiet,
    warn: (fields: object, words: string) => void lines.push(`${words} ${JSON.stringify(fields)}`),
  };
  world.receiver.statuses.push(...Array.from({ length: 50 }, () => 500));
  await world.press(world.reference, 'fail');
  const send = () => runJob(world.service, sendDeliveries, {}, log);
  await send();
  for (let hours = 0; hours < 24; hours += 1) {
    const alerts = await openAlerts(world.service.database.db, 'sandbox_undelivered');
    assert.deepEqual(alerts, []);
    world.clock.advance(hourMs - 1);
    await send();
  }
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /PUBLIC_URL.*"reason":"HTTP 500"/);
  const [alert] = await openAlerts(world.service.database.db, 'sandbox_undelivered');
  assert.equal(typeof alert?.details.reason, 'string');
});

test('after a day a delivery is given up', async () => {
  await using world = await openWorld();
  world.receiver.statuses.push(500);
  await world.press(world.reference, 'fail');
  await world.send();
  world.clock.advance(24 * hourMs);
  await world.send();
  assert.equal(world.receiver.received.length, 1);
});

test('a delivery that a killed process had taken is sent by the next run', async () => {
  await using world = await openWorld();
  await world.press(world.reference, 'fail');
  // The state after a process died between taking the delivery and sending it.
  await world.service.database.pool.query(
    "update sandbox_delivery set tries = 1, next_try_at = next_try_at + interval '15 seconds'",
  );
  await world.send();
  assert.equal(world.receiver.received.length, 0);
  world.clock.advance(15_000);
  await world.send();
  assert.deepEqual(world.events(), ['payment.failed']);
});

test('two workers never send the same delivery at once', async () => {
  await using world = await openWorld();
  for (let at = 0; at < 20; at += 1) await world.press(world.reference, 'fail');
  await Promise.all([world.send(), world.send(), world.send()]);
  const ids = world.receiver.received.map(({ headers }) => headers['x-sandbox-event-id']);
  assert.deepEqual([ids.length, new Set(ids).size], [20, 20]);
});

test('a button that came too late is refused on a page of its own, and changes nothing', async () => {
  await using world = await openWorld();
  await world.press(world.reference, 'pay');
  const late = await world.press(world.reference, 'fail');
  assert.equal(late.statusCode, 409);
  assert.match(late.body, /role="alert"><p>This cannot happen any more/);
  assert.equal((await world.payments.factsOf(world.reference)).length, 1);
  const strange = await world.press(world.reference, '"><script>alert(1)</script>');
  assert.equal(strange.statusCode, 422);
  assert.doesNotMatch(strange.body, /<script/);
});

test('two people who press at once both count, one after the other', async () => {
  await using world = await openWorld();
  const pages = await Promise.all(['pay', 'pay'].map((act) => world.press(world.reference, act)));
  assert.deepEqual(pages.map(({ statusCode }) => statusCode).sort(), [200, 409]);
  assert.equal(captured(await world.payments.factsOf(world.reference)).length, 1);
});

test('what is sold is shown as text and never as markup', async () => {
  await using world = await openWorld();
  const { reference } = await world.payments.createOrder({
    purchase: 'pur_evil',
    amountPaise: 9950,
    description: '<img src=x onerror=alert(1)>',
  });
  const { body, headers } = await world.show(reference);
  assert.doesNotMatch(body, /<img/);
  assert.match(body, /₹99\.50/);
  assert.match(String(headers['content-security-policy']), /default-src 'none'/);
});

test('a cancellation and a refund by billing are delivered as well', async () => {
  await using world = await openWorld();
  const { reference } = await world.payments.createSubscription({ purchase: 'pur_2', plan: growth });
  await world.press(reference, 'start');
  const [paid] = captured(await world.payments.factsOf(reference));
  await world.payments.refund({ payment: paid!.id, amountPaise: 39_900, key: `dup-${paid!.id}` });
  await world.payments.cancelSubscription(reference, 'now');
  await world.send();
  assert.deepEqual(world.events().slice(-2), ['refund.processed', 'subscription.cancelled']);
});

test('another process of the service verifies what this one signs', async () => {
  await using world = await openWorld();
  await using other = await testService({ database: world.service.database });
  await world.press(world.reference, 'pay');
  await world.send();
  const { body, headers } = world.receiver.received[0]!;
  const verified = other.app.kernel.ports.use(SandboxPayments)!.verify({
    body,
    headers: headers as Record<string, string>,
  });
  assert.ok(verified.ok);
});

test('in production it does not exist: no provider, no page, no deliveries', async () => {
  await using world = await openWorld();
  await world.press(world.reference, 'pay');
  await using production = await testService({
    database: world.service.database,
    environment: { NODE_ENV: 'production', PUBLIC_URL: world.receiver.origin },
  });
  assert.equal(production.app.kernel.ports.use(SandboxPayments), null);
  for (const method of ['GET', 'POST'] as const) {
    const page = await production.request(method, `/sandbox/${world.reference}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' ? { body: 'act=pay_again' } : {}),
    });
    assert.equal(page.statusCode, 404);
  }
  await runJob(production, sendDeliveries);
  assert.equal(world.receiver.received.length, 0);
});

test('the page leads back to the one that waits for the payment, unless no pages are served', async () => {
  await using world = await openWorld();
  const address = `${world.receiver.origin}/app/payment/${world.reference}`;
  assert.ok((await world.show()).body.includes(`<a href="${address}">Return to the dashboard</a>`));
  await using bare = await testService({ environment: { WEB: 'off' } });
  const sale = { purchase: 'pur_2', amountPaise: 10_000, description: '20 credits' };
  const { reference } = await bare.app.kernel.ports.use(SandboxPayments)!.createOrder(sale);
  assert.ok(!(await bare.request('GET', `/sandbox/${reference}`)).body.includes('Return to the dashboard'));
});
