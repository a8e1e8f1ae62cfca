import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RazorpayTest, razorpayTest } from '#test/support/payments/razorpay.ts';

const plan = { id: 'growth', name: 'Growth', amountPaise: 39_900 };

async function sold({ provider, standIn }: RazorpayTest, charges: number) {
  const { reference } = await provider.createSubscription({ purchase: 'pur_1', plan });
  for (let charge = 0; charge < charges; charge += 1) await standIn.acts.charge(reference);
  return { reference, entity: standIn.books.subscriptions.get(reference)! };
}

test('a cancellation at the period end leaves the paid period, and twice is harmless', async () => {
  await using world = await razorpayTest();
  const { reference, entity } = await sold(world, 1);
  await world.provider.cancelSubscription(reference, 'at_period_end');
  await world.provider.cancelSubscription(reference, 'at_period_end');
  assert.deepEqual([entity.status, entity.has_scheduled_changes], ['active', true]);
});

for (const when of ['now', 'at_period_end'] as const) {
  test(`cancelling (${when}) what has ended is harmless`, async () => {
    await using world = await razorpayTest();
    const { reference, entity } = await sold(world, 1);
    await world.provider.cancelSubscription(reference, 'now');
    for (const status of ['cancelled', 'completed', 'expired']) {
      entity.status = status;
      await world.provider.cancelSubscription(reference, when);
      assert.equal(entity.status, status);
    }
  });
}

test('a subscription without a running period is cancelled at once: nothing was paid', async () => {
  await using world = await razorpayTest();
  const { reference, entity } = await sold(world, 0);
  await world.provider.cancelSubscription(reference, 'at_period_end');
  assert.equal(entity.status, 'cancelled');
});

for (const act of ['halt', 'pause'] as const) {
  test(`a subscription without charges to come for now (${act}) is cancelled at once, so that none ever comes`, async () => {
    await using world = await razorpayTest();
    const { reference, entity } = await sold(world, 1);
    await world.standIn.acts[act](reference);
    await world.provider.cancelSubscription(reference, 'at_period_end');
    assert.equal(entity.status, 'cancelled');
  });
}

test('the last period ends on its own', async () => {
  await using world = await razorpayTest();
  const { reference, entity } = await sold(world, 1);
  entity.remaining_count = 0;
  await world.provider.cancelSubscription(reference, 'at_period_end');
  assert.equal(entity.status, 'active');
});

test('a cancellation that is refused for another reason stays a refusal', async () => {
  await using world = await razorpayTest();
  await assert.rejects(world.provider.cancelSubscription('sub_unknown', 'now'), { kind: 'refused' });
});
