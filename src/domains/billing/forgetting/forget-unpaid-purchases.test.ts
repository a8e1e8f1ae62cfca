import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import type { ProviderFact } from '#platform/payments/port.ts';
import { manualClock } from '#test/support/clock.ts';
import { runJob } from '#test/support/jobs.ts';
import { givenAccount } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenPurchase, ledgerOf } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { Payments } from '../payments-port.ts';
import { endSubscription } from '../subscriptions/stop-subscription.ts';
import { forgetUnpaidPurchases } from './forget-unpaid-purchases.ts';

const soldAt = new Date('2026-03-01T00:00:00Z').getTime();
const clock = manualClock(new Date(soldAt));
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;
const provider = memoryProvider();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);

const periodFrom = (start: Date) => ({ start, end: new Date(start.getTime() + 30 * dayMs) });
const apply = (facts: ProviderFact[]) => applyFacts(db, 'sandbox', facts);
const at = (ms: number) => clock.advance(soldAt + ms - clock.now().getTime());

/** An unpaid checkout, as the provider and the service know it. */
async function opened(account: number | null = null) {
  const made = await givenPurchase(db, provider, { plan: 'growth', account });
  await apply(provider.tell(made.reference, 'created'));
  return made;
}

/** One night, with the jobs that it leaves. */
async function night() {
  await runJob(service, forgetUnpaidPurchases);
  const { rows } = await pool.query(
    'select provider, reference from subscription where stops_at is not null and stopped_at is null',
  );
  for (const payload of rows) await runJob(service, endSubscription, payload);
}

const rowsOf = async (purchase: string) => {
  const { rows } = await pool.query(
    `select (select count(*)::int from purchase where id = $1) as purchases,
      (select count(*)::int from purchase_reference where purchase = $1) as references,
      (select count(*)::int from subscription where purchase = $1) as subscriptions`,
    [purchase],
  );
  return rows[0];
};
const kept = { purchases: 1, references: 1, subscriptions: 1 };
const gone = { purchases: 0, references: 0, subscriptions: 0 };

test('an unpaid checkout ends at the provider after 30 days and is forgotten 7 days later', async () => {
  at(0);
  const { purchase, reference } = await opened();
  at(30 * dayMs);
  await night();
  assert.equal(provider.statusOf(reference), 'created');
  at(30 * dayMs + 1);
  await night();
  assert.equal(provider.statusOf(reference), 'cancelled');

  at(37 * dayMs + 1);
  await night();
  assert.deepEqual(await rowsOf(purchase.id), kept, 'late money would still find it');
  at(37 * dayMs + 2);
  await night();
  assert.deepEqual(await rowsOf(purchase.id), gone);
});

test('a checkout that never reached the provider is forgotten too', async () => {
  at(0);
  const { purchase } = await givenPurchase(db, provider, { plan: 'growth', account: null });
  await db.deleteFrom('purchase_reference').where('purchase', '=', purchase.id).execute();
  at(37 * dayMs + 1);
  await night();
  assert.deepEqual(await rowsOf(purchase.id), gone);
});

test('what is paid, what went back and what an account opened are never forgotten', async () => {
  at(0);
  const start = new Date(soldAt);
  const paid = await opened();
  await apply(provider.charge(paid.reference, periodFrom(start)));
  const returned = await opened();
  const charge = provider.charge(returned.reference, periodFrom(start));
  const payment = charge[0]!.kind === 'payment' ? charge[0]!.payment.id : '';
  await apply([...charge, ...provider.sendBack(payment, 39_900)]);
  const owned = await opened((await givenAccount(db)).account);
  at(400 * dayMs);
  await night();
  for (const { purchase, reference } of [paid, returned, owned]) {
    assert.deepEqual(await rowsOf(purchase.id), kept);
    assert.notEqual(provider.statusOf(reference), 'cancelled');
  }
});

test('money that comes after the end goes back, and its purchase stays', async () => {
  at(0);
  const { purchase, reference } = await opened();
  at(30 * dayMs + 1);
  await night();
  const jobs = await apply(provider.charge(reference, periodFrom(clock.now())));
  assert.deepEqual(
    jobs.map(({ id }) => id),
    ['billing.refund-duplicate'],
  );
  at(60 * dayMs);
  await night();
  assert.deepEqual(
    (await ledgerOf(db, purchase.id)).map(({ outcome }) => outcome),
    ['duplicate'],
  );
});

test('money that was paid before the end and told after it is kept', async () => {
  at(0);
  const { purchase, reference } = await opened();
  const late = provider.charge(reference, periodFrom(new Date(soldAt + 29 * dayMs)));
  at(30 * dayMs + 1);
  await night();
  await apply(late);
  at(60 * dayMs);
  await night();
  assert.deepEqual(
    (await ledgerOf(db, purchase.id)).map(({ outcome }) => outcome),
    ['kept'],
  );
});
