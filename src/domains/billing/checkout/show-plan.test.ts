import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, givenAccount, givenKey } from '#test/support/kit.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';
import { givenOnboarded, givenSubscription } from '#test/support/purchases.ts';
import { testService } from '#test/support/service.ts';
import { Payments } from '../payments-port.ts';
import { endSubscription } from '../subscriptions/stop-subscription.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;
const provider = memoryProvider();
service.app.kernel.ports.use(Payments).providers.set('sandbox', provider);

async function shown(accountId: string) {
  const response = await service.internal('GET', `/internal/billing/plan/${accountId}`);
  assert.equal(response.statusCode, 200, response.body);
  const { plan, renewals, offers } = response.json() as {
    renewals: { plan_id: string; amount: number; renews_at: string | null }[];
    plan: {
      plan_id: string;
      is_subscription: boolean;
      renews_at: string | null;
      ends_at: string | null;
      undo_until: string | null;
    } | null;
    offers: { plan_id: string; refusal: string | null }[];
  };
  return {
    plan,
    renewals,
    refusals: Object.fromEntries(offers.map(({ plan_id, refusal }) => [plan_id, refusal])),
  };
}

test('who has not completed onboarding has no plan and hears what to do first', async () => {
  const { accountId } = await givenAccount(db);
  const { plan, refusals } = await shown(accountId);
  assert.equal(plan, null);
  assert.deepEqual([...new Set(Object.values(refusals))], ['onboarding_required']);
});

test('who claimed a plan before onboarding is offered neither that plan nor a lower one', async () => {
  const { accountId } = await givenSubscription(db, provider, { plan: 'growth' });
  const { refusals } = await shown(accountId);
  assert.deepEqual(
    ['starter', 'growth', 'scale', 'topup_20'].map((plan) => refusals[plan]),
    ['downgrade_not_self_serve', 'already_subscribed', 'onboarding_required', 'onboarding_required'],
  );
  for (const [plan_id, refusal] of Object.entries(refusals)) {
    const response = await service.internal('POST', '/internal/billing/checkout', {
      account_id: accountId,
      plan_id,
    });
    assert.equal(response.json().code, refusal, plan_id);
  }
});

test('a plan renews until it is cancelled, and the same checkouts are refused that are said to be', async () => {
  const { accountId } = await givenSubscription(db, provider, { plan: 'growth' });
  await givenOnboarded(service, accountId);
  const { plan, refusals } = await shown(accountId);
  assert.deepEqual([plan?.plan_id, plan?.is_subscription], ['growth', true]);
  assert.ok(plan!.renews_at! < plan!.ends_at!, 'the charge may come three days late');
  assert.equal(refusals.topup_20, null);
  for (const [wanted, refusal] of Object.entries(refusals)) {
    const body = { account_id: accountId, plan_id: wanted };
    const response = await service.internal('POST', '/internal/billing/checkout', body);
    assert.equal(response.json().code ?? null, refusal, wanted);
  }

  await service.internal('POST', `/internal/billing/cancellation/${accountId}`, {});
  const cancelled = await shown(accountId);
  assert.deepEqual([cancelled.plan?.renews_at, cancelled.plan?.ends_at], [null, plan!.renews_at]);
  assert.equal(cancelled.refusals.growth, null);
});

test('a cancellation can be undone until three days before the period ends, when the provider is asked', async () => {
  const { accountId, reference } = await givenSubscription(db, provider, { plan: 'growth' });
  const address = `/internal/billing/cancellation/${accountId}`;
  const ending = () => runJob(service, endSubscription, { provider: 'sandbox', reference });
  const { plan: before } = await shown(accountId);
  assert.equal(before!.undo_until, null);

  await service.internal('POST', address, {});
  await ending();
  const { plan: cancelled } = await shown(accountId);
  assert.equal(Date.parse(cancelled!.undo_until!), Date.parse(before!.renews_at!) - 3 * dayMs);
  for (const time of ['once', 'again']) {
    const undone = await service.internal('DELETE', address);
    assert.deepEqual(
      undone.json(),
      { account_id: accountId, plan_id: 'growth', renews_at: before!.renews_at },
      time,
    );
  }
  assert.deepEqual((await shown(accountId)).plan, before);
  await ending();
  assert.deepEqual(
    provider.calls.filter((call) => call.includes(reference)),
    [],
    'it was never told',
  );

  const soon = new Date(Date.now() + 3 * dayMs - 60_000);
  await db.updateTable('subscription').set({ paid_until: soon }).where('reference', '=', reference).execute();
  await service.internal('POST', address, {});
  assert.equal((await shown(accountId)).plan!.undo_until, null);
  assert.equal((await service.internal('DELETE', address)).json().code, 'cancellation_final');
  await ending();
  assert.deepEqual(
    provider.calls.filter((call) => call.includes(reference)),
    [`cancel ${reference} at_period_end`],
  );
});

test('a plan that an operator assigned is nothing to pay for, and lets packs be bought', async () => {
  const { accountId } = await givenKey(db, { plan: 'enterprise' });
  await givenOnboarded(service, accountId);
  const { plan, refusals } = await shown(accountId);
  assert.deepEqual(plan, {
    plan_id: 'enterprise',
    name: 'Enterprise',
    is_subscription: false,
    renews_at: null,
    ends_at: null,
    undo_until: null,
  });
  assert.deepEqual([refusals.topup_20, refusals.growth], [null, null]);
});

test('a subscription is shown until it no longer renews, also behind a contract and when its money went back', async () => {
  const { accountId } = await givenSubscription(db, provider, { plan: 'growth' });
  await asOperator(service, 'POST', '/api/v1/admin/contracts', {
    ...{ account_id: accountId, name: 'Enterprise', credits: 500, amount: 900_000, rate_limit_per_min: 300 },
    ...{ mcp: true, priority_processing: true, reason: 'Agreed' },
  });
  const { plan, renewals } = await shown(accountId);
  assert.deepEqual([plan?.plan_id, plan?.renews_at], ['enterprise', null]);
  assert.deepEqual(
    renewals.map(({ plan_id, amount }) => [plan_id, amount]),
    [['growth', 39_900]],
  );
  assert.ok(renewals[0]!.renews_at);

  // As after a full refund: no paid period is left.
  await db.updateTable('subscription').set({ first_paid_at: null, paid_until: null }).execute();
  await db
    .updateTable('payment')
    .set({ outcome: 'reversed' })
    .where('subscription', 'is not', null)
    .execute();
  const blocks = async () =>
    (await asOperator(service, 'GET', `/api/v1/admin/accounts/${accountId}/closing`)).blocks.map(
      ({ kind }: { kind: string }) => kind,
    );
  assert.deepEqual((await shown(accountId)).renewals.length, 1);
  assert.ok((await blocks()).includes('subscription_renews'));
  const cancelled = await service.internal('POST', `/internal/billing/cancellation/${accountId}`, {});
  assert.equal(cancelled.statusCode, 200, cancelled.body);
  assert.deepEqual((await shown(accountId)).renewals, []);
  assert.ok(!(await blocks()).includes('subscription_renews'));
});
