import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { daysAfter } from '#core/clock.ts';
import { balanceOf } from '#domains/credits/index.ts';
import type { ProviderFact } from '#platform/payments/port.ts';
import { ProviderFailure } from '#platform/payments/port.ts';
import { runJob } from '#test/support/jobs.ts';
import { givenAccount } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { applyFacts, givenPurchase, ledgerOf } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { refundDuplicate } from '../money/refund-duplicate.ts';
import { Payments } from '../payments-port.ts';
import { endSubscription } from '../subscriptions/stop-subscription.ts';
import { openReferences, reconcilePayments } from './reconcile-payments.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;
const provider = memoryProvider();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);
const start = new Date();
const period = { start, end: new Date(start.getTime() + 30 * 86_400_000) };
const apply = (facts: ProviderFact[]) => applyFacts(db, 'sandbox', facts);
const paymentIn = ([fact]: ProviderFact[]) => (fact!.kind === 'payment' ? fact!.payment.id : '');
const alerts = async (kind: string) =>
  (
    await pool.query('select subject, details from operator_alert where kind = $1 and resolved_at is null', [
      kind,
    ])
  ).rows;
async function bought(plan: string) {
  const { account } = await givenAccount(db);
  return { account, ...(await givenPurchase(db, provider, { plan, account })) };
}
const today = () => db.updateTable('purchase_reference').set({ created_at: new Date() }).execute();

test('payments, refunds and disputes whose deliveries were all lost are repaired by the night', async () => {
  const lost = await bought('topup_20');
  provider.pay(lost.reference);
  const refunded = await bought('topup_20');
  provider.sendBack(paymentIn(provider.pay(refunded.reference)), 10_000);
  const disputed = await bought('topup_20');
  provider.argue(paymentIn(provider.pay(disputed.reference)), 'open');
  const renewed = await bought('growth');
  provider.charge(renewed.reference, period);
  await today();
  await runJob(service, reconcilePayments);
  const books = async ({ account }: { account: number }) => {
    const { balance: available, held } = await balanceOf(db, account);
    return [available, held];
  };
  assert.deepEqual(await books(lost), [20, 0]);
  assert.deepEqual(await books(refunded), [0, 0]);
  assert.deepEqual(await books(disputed), [0, 20]);
  assert.deepEqual(await books(renewed), [80, 0]);
  await runJob(service, reconcilePayments);
  assert.equal((await ledgerOf(db, renewed.purchase.id)).length, 1);
});

test('a duplicate is sent back once, under one key, however often the job runs', async () => {
  const { purchase, reference } = await bought('topup_20');
  await apply(provider.pay(reference));
  const again = provider.pay(reference);
  await apply(again);
  const payload = { provider: 'sandbox', payment: paymentIn(again) };
  provider.losesAnswer = true;
  await assert.rejects(runJob(service, refundDuplicate, payload));
  await runJob(service, refundDuplicate, payload);
  await runJob(service, refundDuplicate, payload);
  assert.equal(provider.heldOf(payload.payment), 0);
  assert.deepEqual(
    (await ledgerOf(db, purchase.id)).map(({ kind, outcome, amount }) => [kind, outcome, amount]),
    [
      ['payment', 'granted', 10_000],
      ['payment', 'duplicate', 10_000],
      ['payment_correction', null, 10_000],
    ],
  );
  const calls = provider.calls.filter((call) => call.startsWith('refund'));
  assert.deepEqual(new Set(calls), new Set([`refund ${payload.payment} dup-${payload.payment}`]));
});

test('a refund that the provider refuses raises an alert, which closes when it works', async () => {
  const { reference } = await bought('topup_20');
  await apply(provider.pay(reference));
  const again = provider.pay(reference);
  await apply(again);
  const payload = { provider: 'sandbox', payment: paymentIn(again) };
  provider.trouble = 'refused';
  await assert.rejects(runJob(service, refundDuplicate, payload), ProviderFailure);
  assert.deepEqual(await alerts('payment_correction_failed'), [
    { subject: `sandbox:${payload.payment}`, details: { why: 'trouble' } },
  ]);
  provider.trouble = null;
  await runJob(service, refundDuplicate, payload);
  assert.deepEqual(await alerts('payment_correction_failed'), []);
});

test('a duplicate that an operator refunds at the provider closes the alert, and is not refunded twice', async () => {
  const { reference } = await bought('topup_20');
  await apply(provider.pay(reference));
  const again = provider.pay(reference);
  await apply(again);
  const payment = paymentIn(again);
  const payload = { provider: 'sandbox', payment };
  provider.trouble = 'refused';
  await assert.rejects(runJob(service, refundDuplicate, payload), ProviderFailure);
  provider.trouble = null;
  const [made] = provider.sendBack(payment, 10_000, 'pending');
  assert.ok(made?.kind === 'refund');
  await apply([made]);
  provider.calls = [];
  await runJob(service, refundDuplicate, payload);
  assert.deepEqual(provider.calls, [], 'it is on its way');
  await apply([{ ...made, refund: { ...made.refund, status: 'processed' } }]);
  assert.deepEqual(await alerts('payment_correction_failed'), []);
});

test('who cancels is charged no more: the provider ends it with the period, and a late charge goes back', async () => {
  const { account, reference } = await bought('growth');
  const ending = { start: daysAfter(new Date(), -28), end: daysAfter(new Date(), 2) };
  await apply(provider.charge(reference, ending));
  const { account_id } = await db
    .selectFrom('account')
    .select('account_id')
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  await service.internal('POST', `/internal/billing/cancellation/${account_id}`, {});
  provider.calls = [];
  const payload = { provider: 'sandbox', reference };
  await runJob(service, endSubscription, payload);
  await runJob(service, endSubscription, payload);
  assert.deepEqual(provider.calls, [`cancel ${reference} at_period_end`]);
  const late = provider.charge(reference, {
    start: ending.end,
    end: new Date(ending.end.getTime() + 86_400_000),
  });
  const jobs = await apply(late);
  assert.deepEqual(
    jobs.map(({ id }) => id),
    ['billing.refund-duplicate'],
  );
});

test('a reference that cannot be read does not keep the others from being asked about', async () => {
  const { account, reference } = await bought('topup_20');
  provider.pay(reference);
  await today();
  const { factsOf } = provider;
  provider.factsOf = async (asked) => {
    if (asked !== reference) throw new ProviderFailure('refused', 'unknown id');
    return factsOf(asked);
  };
  await runJob(service, reconcilePayments);
  provider.factsOf = factsOf;
  assert.equal((await balanceOf(db, account)).balance, 20);
  assert.equal((await alerts('payments_not_reconciled')).length, 1);
  await runJob(service, reconcilePayments);
  assert.deepEqual(await alerts('payments_not_reconciled'), []);
});

test('one reference that never answers does not stop the night, and a provider that is away does', async () => {
  const [silent, paid] = [await bought('topup_20'), await bought('topup_20')];
  provider.pay(paid.reference);
  await today();
  const { factsOf } = provider;
  provider.factsOf = async (asked) => {
    if (asked === silent.reference) throw new ProviderFailure('unreachable', 'not JSON');
    return factsOf(asked);
  };
  await runJob(service, reconcilePayments);
  assert.equal((await balanceOf(db, paid.account)).balance, 20);
  assert.equal((await alerts('payments_not_reconciled')).length, 1);
  let asked = 0;
  provider.factsOf = async () => {
    asked += 1;
    throw new ProviderFailure('unreachable', 'no answer');
  };
  await assert.rejects(runJob(service, reconcilePayments), ProviderFailure);
  assert.equal(asked, 3);
  provider.factsOf = factsOf;
  await runJob(service, reconcilePayments);
  assert.deepEqual(await alerts('payments_not_reconciled'), []);
});

test('the night asks about money before it asks about unpaid checkouts', async () => {
  const unpaid = await bought('topup_20');
  const paid = await bought('topup_20');
  await apply(provider.pay(paid.reference));
  await today();
  const order = (await openReferences(db, start)).map(({ reference }) => reference);
  assert.ok(order.indexOf(paid.reference) < order.indexOf(unpaid.reference));
});

test('money of a subscription without its charge, and unclaimed money, raise alerts in time', async () => {
  const { reference, purchase } = await givenPurchase(db, provider, { plan: 'growth', account: null });
  await apply(provider.charge(reference, period));
  await db
    .updateTable('payment')
    .set({ recorded_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('purchase', '=', purchase.id)
    .execute();
  const [alone] = provider.charge((await bought('growth')).reference, period);
  assert.ok(alone?.kind === 'payment');
  const old = new Date(Date.now() - 2 * 86_400_000);
  await apply([{ kind: 'payment', payment: { ...alone.payment, id: 'pay_alone' }, at: old }]);
  await runJob(service, reconcilePayments);
  assert.deepEqual(
    (await alerts('payment_unclaimed')).map(({ subject }) => subject),
    [purchase.id],
  );
  const [unmatched] = await alerts('payment_unmatched');
  assert.deepEqual([unmatched.subject, unmatched.details.reason], ['sandbox:pay_alone', 'charge_missing']);
});
