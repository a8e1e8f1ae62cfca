import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planNamed } from '#test/support/plans.ts';
import { defaultPlans as plans } from './plans.ts';

const catalogue: [
  id: string,
  kind: string,
  credits: number,
  amount: number,
  display: string,
  rate: number,
  mcp: boolean,
][] = [
  ['starter', 'monthly', 20, 9_900, '₹99', 20, true],
  ['growth', 'monthly', 80, 39_900, '₹399', 60, true],
  ['scale', 'monthly', 200, 99_900, '₹999', 120, true],
  ['topup_20', 'topup', 20, 10_000, '₹100', 60, false],
  ['topup_100', 'topup', 100, 50_000, '₹500', 60, false],
  ['topup_500', 'topup', 500, 250_000, '₹2,500', 60, false],
  ['topup_2000', 'topup', 2_000, 1_000_000, '₹10,000', 60, false],
];

for (const [id, kind, credits, amount, display, rate, mcp] of catalogue) {
  test(`${id} is listed with the credits, price, rate and agent access that are published`, () => {
    const plan = planNamed(id);
    assert.deepEqual(
      [plan.kind, plan.credits, plan.amount, plan.amount_display, plan.rate_limit_per_min, plan.mcp],
      [kind, credits, amount, display, rate, mcp],
    );
    assert.deepEqual([plan.public, plan.cta, plan.currency], [true, 'checkout', 'INR']);
  });
}

test('growth alone is highlighted', () => {
  assert.deepEqual(
    plans.filter(({ highlighted }) => highlighted).map(({ id }) => id),
    ['growth'],
  );
});

test('agents may come in with the monthly plans and enterprise only', () => {
  assert.deepEqual(
    plans
      .filter(({ mcp }) => mcp)
      .map(({ id }) => id)
      .sort(),
    ['enterprise', 'growth', 'scale', 'starter'],
  );
});

test('enterprise runs at 300 a minute in the priority lane and is not sold by checkout', () => {
  const { rate_limit_per_min, priority_processing, public: listed, cta } = planNamed('enterprise');
  assert.deepEqual([rate_limit_per_min, priority_processing, listed, cta], [300, true, false, 'contact']);
});

test("the operators' plan gives 25 credits at 20 a minute without agent access and is not listed", () => {
  const { credits, rate_limit_per_min, mcp, public: listed } = planNamed('credits_25');
  assert.deepEqual([credits, rate_limit_per_min, mcp, listed], [25, 20, false, false]);
});
