import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForever } from '#core/clock.ts';
import { termsNamed } from '#test/support/plans.ts';
import { isLiftable, rateOf, shownPlanOf, statusOf } from './rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const forever = new Date(8.64e15);
const sound = { banned_at: null, revoked_at: null, expires_at: forever };

const statuses: [words: string, key: Parameters<typeof statusOf>[0], status: string][] = [
  ['a key without an end', sound, 'active'],
  ['a key a millisecond before its end', { ...sound, expires_at: at(1) }, 'active'],
  ['a key at its end', { ...sound, expires_at: now }, 'expired'],
  ['a key a millisecond after its end', { ...sound, expires_at: at(-1) }, 'expired'],
  ['a revoked key', { ...sound, revoked_at: now }, 'revoked'],
  ['a revoked key whose time is over', { ...sound, revoked_at: now, expires_at: at(-1) }, 'revoked'],
  ['a banned key whose time is over', { ...sound, banned_at: now, expires_at: at(-1) }, 'banned'],
  ['a revoked key, whatever else it is', { banned_at: now, revoked_at: now, expires_at: at(-1) }, 'revoked'],
];
for (const [words, key, status] of statuses) {
  test(`${words} is ${status}`, () => assert.equal(statusOf(key, now), status));
}

const rates: [account_rate: number | null, own_rate: number | null, plan: string, rate: number][] = [
  [7, 50, 'scale', 7],
  [null, 50, 'scale', 50],
  [null, null, 'scale', 120],
  [null, null, 'enterprise', 300],
  [null, null, 'credits_25', 20],
  [null, null, 'none', 20],
  [500, null, 'none', 500],
];
for (const [account_rate, own_rate, plan, rate] of rates) {
  test(`account ${account_rate ?? 'unset'}, key ${own_rate ?? 'unset'}, plan ${plan}: ${rate} a minute`, () => {
    assert.equal(rateOf({ account_rate, own_rate, plan, terms: termsNamed(plan), account_plans: [] }), rate);
  });
}

test('only a ban of a key that was not replaced can be lifted', () => {
  const banned = { banned_at: now, ban_reason: 'rate_limit', replaced_by: null };
  assert.equal(isLiftable(banned), true);
  assert.equal(isLiftable({ ...banned, ban_reason: 'replaced' }), false);
  assert.equal(isLiftable({ ...banned, replaced_by: 'key_newer' }), false);
  assert.equal(isLiftable({ ...banned, banned_at: null, ban_reason: null }), false);
});

test('only the last date there is means forever', () => {
  assert.deepEqual([isForever(forever), isForever(at(1e12))], [true, false]);
});

const unset = { account_rate: null, own_rate: null };
const termsOfPlan = (plan: string) => termsNamed(plan)!;

const plansAndRates: [plan: string, account_plans: string[], shown: string, rate: number][] = [
  ['none', ['growth'], 'growth', 60],
  ['none', ['starter', 'topup_20'], 'starter', 60],
  ['none', ['topup_20'], 'none', 60],
  ['credits_25', ['scale', 'starter'], 'scale', 120],
  ['enterprise', ['growth'], 'enterprise', 300],
  ['growth', ['starter'], 'growth', 60],
];
for (const [plan, account_plans, shown, rate] of plansAndRates) {
  test(`a key of ${plan} in an account with ${account_plans} is shown as ${shown}, at ${rate} a minute`, () => {
    const key = { ...unset, plan, terms: termsNamed(plan), account_plans: account_plans.map(termsOfPlan) };
    assert.deepEqual([shownPlanOf(key), rateOf(key)], [shown, rate]);
  });
}
