import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { balanceOf } from '#domains/credits/index.ts';
import type { ProviderFact } from '#platform/payments/port.ts';
import { manualClock } from '#test/support/clock.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { givenDelivery, givenPurchase } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { Payments } from '../payments-port.ts';
import { applyDelivery } from './apply-delivery.ts';
import { sweepDeliveries } from './sweep-deliveries.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;
const provider = memoryProvider();
const { providers } = service.app.kernel.ports.use(Payments);
providers.set('sandbox', provider);

const send = (
  { body, headers }: { body: string; headers: Record<string, string> },
  remoteAddress = '203.0.113.1',
  name = 'sandbox',
) =>
  service.request('POST', `/api/v1/billing/webhook/${name}`, {
    body,
    headers: { 'content-type': 'application/json', ...headers },
    remoteAddress,
  });
const stored = async () => (await pool.query('select * from delivery order by id')).rows;
const enqueued = async () =>
  (await pool.query(`select data from pgboss.job where name = 'billing.apply-delivery'`)).rows.length;
const openAlert = async (kind: string) =>
  (
    await pool.query('select subject, details from operator_alert where kind = $1 and resolved_at is null', [
      kind,
    ])
  ).rows;
async function paidPack(): Promise<{ account: number; facts: ProviderFact[] }> {
  const { account } = await givenAccount(db);
  const { reference } = await givenPurchase(db, provider, { plan: 'topup_20', account });
  return { account, facts: provider.pay(reference) };
}
const balance = async (account: number) => (await balanceOf(db, account)).balance;

test('a delivery is stored with its job in one transaction, and changes nothing before the job has run', async () => {
  const { account, facts } = await paidPack();
  const response = await send(provider.delivery(facts, 'evt_1'));
  assert.deepEqual([response.statusCode, response.json()], [200, { received: true }]);
  const [delivery] = await stored();
  assert.deepEqual([delivery.event, delivery.applied_at, await enqueued()], ['evt_1', null, 1]);
  assert.equal(await balance(account), 0);
  await runJob(service, applyDelivery, { delivery: delivery.id });
  assert.equal(await balance(account), 20);
  const [{ applied_at, facts: told }] = await stored();
  assert.deepEqual([applied_at, told], [clock.now(), 1]);
});

test('the same bytes are kept once, under whatever event id they come', async () => {
  const { account, facts } = await paidPack();
  const before = (await stored()).length;
  const delivery = provider.delivery(facts, 'evt_a');
  await send(delivery);
  await send({ ...delivery, headers: { ...delivery.headers, 'x-event': 'evt_b' } });
  const rows = (await stored()).slice(before);
  assert.deepEqual(
    rows.map(({ repeats }) => repeats),
    [1],
  );
  await runJob(service, applyDelivery, { delivery: rows[0].id });
  await runJob(service, applyDelivery, { delivery: rows[0].id });
  assert.equal(await balance(account), 20);
});

test('what is not signed, wrongly signed or sent to a provider without configuration is 401, not stored, and alerts', async () => {
  const before = (await stored()).length;
  const { body, headers } = provider.delivery([]);
  for (const [name, sent, reason] of [
    ['sandbox', {}, 'missing_signature'],
    ['sandbox', { 'x-signature': 'wrong' }, 'wrong_signature'],
    ['razorpay', headers, 'not_configured'],
  ] as const) {
    const response = await send({ body: `${body} `, headers: sent }, '203.0.113.2', name);
    assert.deepEqual([response.statusCode, response.json().code], [401, 'invalid_signature']);
    const alerts = await openAlert('delivery_signature_refused');
    assert.equal(alerts.find(({ subject }) => subject === name).details.reason, reason);
  }
  assert.equal((await stored()).length, before);
  const unknown = await send({ body, headers }, '203.0.113.2', 'nobody');
  assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'unknown_provider']);
});

test('the sweep applies after a minute what a crash left, and not before', async () => {
  const { account, facts } = await paidPack();
  await send(provider.delivery(facts));
  clock.advance(60_000);
  await runJob(service, sweepDeliveries);
  assert.equal(await balance(account), 0);
  clock.advance(1);
  await runJob(service, sweepDeliveries);
  assert.equal(await balance(account), 20);
});

test('a delivery that cannot be applied raises an alert after 20 tries, and an operator applies it again', async () => {
  const { account, facts } = await paidPack();
  const id = await givenDelivery(db, facts);
  const { read } = provider;
  provider.read = () => {
    throw new TypeError('an unexpected shape');
  };
  clock.advance(120_000);
  for (let round = 0; round < 21; round += 1) await runJob(service, sweepDeliveries);
  provider.read = read;
  assert.deepEqual(
    (await openAlert('delivery_not_applied')).map(({ subject }) => subject),
    [String(id)],
  );
  await runJob(service, sweepDeliveries);
  assert.equal(await balance(account), 0, 'the sweep has given it up');
  const [failed] = (await asOperator(service, 'GET', '/api/v1/admin/billing/deliveries?status=failed')).items;
  assert.deepEqual([failed.id, failed.tries, failed.problem], [String(id), 20, 'TypeError']);
  const applied = await asOperator(service, 'POST', `/api/v1/admin/billing/deliveries/${id}/application`, {});
  assert.deepEqual([applied.facts, applied.problem], [1, null]);
  assert.equal(await balance(account), 20);
  assert.deepEqual(await openAlert('delivery_not_applied'), []);
});

test('the list of deliveries has pages and can be filtered', async () => {
  const path = '/api/v1/admin/billing/deliveries?limit=2';
  const first = await asOperator(service, 'GET', path);
  const second = await asOperator(service, 'GET', `${path}&cursor=${first.next_cursor}`);
  const ids = [...first.items, ...second.items].map(({ id }) => Number(id));
  assert.deepEqual(
    ids,
    ids.toSorted((one, other) => other - one),
  );
  assert.equal(new Set(ids).size, 4);
  assert.deepEqual((await asOperator(service, 'GET', `${path}&provider=razorpay`)).items, []);
  const applied = await asOperator(service, 'GET', `${path}&status=applied`);
  assert.ok(applied.items.every(({ applied_at }: { applied_at: string | null }) => applied_at !== null));
});

test('the alert comes too when the last try is not the sweep’s', async () => {
  const id = await givenDelivery(db, []);
  await pool.query('update delivery set tries = 19 where id = $1', [id]);
  const { read } = provider;
  provider.read = () => {
    throw new TypeError('an unexpected shape');
  };
  await assert.rejects(runJob(service, applyDelivery, { delivery: id }));
  provider.read = read;
  assert.deepEqual(
    (await openAlert('delivery_not_applied')).map(({ subject }) => subject),
    [String(id)],
  );
  await pool.query('update delivery set applied_at = received_at where id = $1', [id]);
});

test('applied deliveries are forgotten after 90 days', async () => {
  await givenDelivery(db);
  await runJob(service, sweepDeliveries);
  const count = (await stored()).length;
  assert.ok(count > 0);
  clock.advance(91 * 86_400_000);
  await runJob(service, sweepDeliveries);
  assert.equal((await stored()).length, 0);
});
