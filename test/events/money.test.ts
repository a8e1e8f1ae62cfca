import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayMs, daysAfter } from '#core/clock.ts';
import { grantContracts } from '#domains/billing/contracts/grant-contracts.ts';
import { issueDocument } from '#domains/billing/documents/issue-document.ts';
import { announceEnding } from '#domains/billing/subscriptions/announce-ending.ts';
import type { ProviderFact } from '#platform/payments/port.ts';
import { givenContract } from '#test/support/catalogue.ts';
import { listener } from '#test/support/events.ts';
import { runJob } from '#test/support/jobs.ts';
import { givenAccount } from '#test/support/kit.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenOnboarded, givenPurchase } from '#test/support/purchases.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
const provider = memoryProvider();
const startAt = new Date('2026-03-01T00:00:00Z');
let clock: Awaited<ReturnType<typeof stopLedgerClock>>;
before(async () => {
  service = await testService();
  clock = await stopLedgerClock(service.database.pool, startAt);
});
after(() => service[Symbol.asyncDispose]());

const apply = (facts: readonly ProviderFact[]) => applyFacts(service.database.db, 'sandbox', facts);
const month = (number: number) => ({
  start: new Date(Date.UTC(2026, number, 1)),
  end: new Date(Date.UTC(2026, number + 1, 1)),
});

async function buyer(plan: string) {
  const { account, accountId } = await givenAccount(service.database.db);
  const bought = await givenPurchase(service.database.db, provider, { plan, account });
  const { events } = await listener(service, accountId);
  const written = async () => (await events()).map(({ type, data }) => [type, data] as const);
  return { account, accountId, ...bought, written };
}

test('a payment is announced once it is granted, and a later period of a plan as its renewal too', async () => {
  const { reference, purchase, written } = await buyer('growth');
  const first = provider.charge(reference, month(2));
  await apply([...first, ...first]);
  await apply(provider.charge(reference, month(3)));
  const all = await written();
  assert.deepEqual(
    all.map(([type]) => type),
    ['payment.succeeded', 'payment.succeeded', 'plan.renewed'],
  );
  const plan = { plan_id: 'growth', plan_name: purchase.terms.name, credits: 80 };
  const payment = all[0]![1];
  assert.deepEqual(payment, {
    ...plan,
    provider_payment_id: payment.provider_payment_id,
    ...{ amount: 39_900, currency: 'INR', credits_expire_at: month(2).end.toISOString() },
  });
  const { start, end } = month(3);
  assert.deepEqual(all[2]![1], {
    ...plan,
    period_start: start.toISOString(),
    period_end: end.toISOString(),
  });
});

test('a payment that fails is announced once, whatever becomes of it later', async () => {
  const { reference, written } = await buyer('topup_20');
  const failed = provider.pay(reference, { id: 'pay_failing', status: 'failed', failure: 'declined' });
  await apply([...failed, ...failed]);
  await apply(provider.pay(reference, { id: 'pay_failing', status: 'captured' }));
  const all = await written();
  assert.deepEqual(
    all.map(([type]) => type),
    ['payment.failed', 'payment.succeeded'],
  );
  const { provider_payment_id, is_renewal, is_retried, plan_id } = all[0]![1];
  assert.deepEqual(
    [provider_payment_id, is_renewal, is_retried, plan_id],
    ['pay_failing', false, false, 'topup_20'],
  );
});

test('a renewal that fails is announced while the provider tries again, and when it gives up', async () => {
  const { reference, written } = await buyer('growth');
  await apply(provider.charge(reference, month(2)));
  const { start: periodStart, end: periodEnd } = month(2);
  const fact = (status: 'pending' | 'halted', at: Date): ProviderFact => ({
    kind: 'subscription',
    subscription: { id: reference, status, purchase: null, periodStart, periodEnd },
    at,
  });
  const pending = fact('pending', periodEnd);
  await apply([pending, pending, fact('halted', daysAfter(periodEnd, 3)), pending]);
  assert.deepEqual(
    (await written()).slice(1).map(([type, { is_renewal, is_retried }]) => [type, is_renewal, is_retried]),
    [
      ['payment.failed', true, true],
      ['payment.failed', true, false],
    ],
  );
});

test('a plan that was cancelled is announced a week before its end, with the credits that expire by then', async () => {
  const { accountId, reference, purchase, written } = await buyer('growth');
  const { start, end } = month(2);
  await apply(provider.charge(reference, { start, end }));
  const ending = async () => (await written()).filter(([type]) => type === 'plan.ending');
  const look = async (at: Date) => {
    await clock.set(at);
    await runJob(service, announceEnding);
    return ending();
  };
  assert.deepEqual(await look(new Date(end.getTime() - dayMs)), [], 'it renews');
  const cancelled = await service.internal('POST', `/internal/billing/cancellation/${accountId}`, {});
  assert.equal(cancelled.statusCode, 200, cancelled.body);
  assert.deepEqual(await look(new Date(end.getTime() - 7 * dayMs - 1)), []);
  await look(new Date(end.getTime() - 7 * dayMs));
  assert.deepEqual(
    (await look(new Date(end.getTime() - dayMs))).map(([, data]) => data),
    [{ plan_id: 'growth', plan_name: purchase.terms.name, ends_at: end.toISOString(), credits: 80 }],
  );
  await clock.set(startAt);
});

test('a month of a contract is announced as a renewal, and its end a week before', async () => {
  const { accountId } = await givenAccount(service.database.db);
  const { events } = await listener(service, accountId);
  const now = new Date();
  await clock.set(now);
  await givenContract(service, accountId, {
    starts_at: daysAfter(now, -1).toISOString(),
    ends_at: daysAfter(now, 5).toISOString(),
  });
  await runJob(service, announceEnding);
  await runJob(service, grantContracts);
  assert.deepEqual(
    (await events()).map(({ type }) => type),
    ['plan.ending'],
  );
  await service.database.pool.query(
    "update contract set starts_at = starts_at - interval '40 days', ends_at = null where account in (select id from account where account_id = $1)",
    [accountId],
  );
  await runJob(service, grantContracts);
  await runJob(service, grantContracts);
  assert.deepEqual(
    (await events()).map(({ type }) => type),
    ['plan.ending', 'plan.renewed'],
  );
  await clock.set(startAt);
});

test('an invoice is announced with its number', async () => {
  const { account, accountId, written } = await buyer('topup_20');
  await givenOnboarded(service, accountId);
  const { reference } = await givenPurchase(service.database.db, provider, { plan: 'topup_20', account });
  const jobs = await apply(provider.pay(reference));
  for (const { id, payload } of [...jobs, ...jobs])
    if (id === issueDocument.id) await runJob(service, issueDocument, payload);
  const { items } = (await service.internal('GET', `/internal/billing/payments/${accountId}`)).json();
  const { document_number, provider_payment_id, amount, currency } = items[0];
  assert.deepEqual((await written()).slice(1), [
    ['invoice.issued', { document_number, provider_payment_id, amount, currency }],
  ]);
});
