import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForever } from '#core/clock.ts';
import { isLiftable, rateOf, shownPlanOf, statusOf } from './rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const forever = new Date(8.64e15);
const sound = { bannedAt: null, revokedAt: null, expiresAt: forever };

const statuses: [words: string, key: Parameters<typeof statusOf>[0], status: string][] = [
  ['a key without an end', sound, 'active'],
  ['a key a millisecond before its end', { ...sound, expiresAt: at(1) }, 'active'],
  ['a key at its end', { ...sound, expiresAt: now }, 'expired'],
  ['a key a millisecond after its end', { ...sound, expiresAt: at(-1) }, 'expired'],
  ['a revoked key', { ...sound, revokedAt: now }, 'revoked'],
  ['a revoked key whose time is over', { ...sound, revokedAt: now, expiresAt: at(-1) }, 'revoked'],
  ['a banned key whose time is over', { ...sound, bannedAt: now, expiresAt: at(-1) }, 'banned'],
  ['a revoked key, whatever else it is', { bannedAt: now, revokedAt: now, expiresAt: at(-1) }, 'revoked'],
];
for (const [words, key, status] of statuses) {
  test(`${words} is ${status}`, () => assert.equal(statusOf(key, now), status));
}

const rates: [accountRate: number | null, ownRate: number | null, plan: string, rate: number][] = [
  [7, 50, 'scale', 7],
  [null, 50, 'scale', 50],
  [null, null, 'scale', 120],
  [null, null, 'enterprise', 300],
  [null, null, 'credits_25', 20],
  [null, null, 'none', 20],
  [500, null, 'none', 500],
];
for (const [accountRate, ownRate, plan, rate] of rates) {
  test(`account ${accountRate ?? 'unset'}, key ${ownRate ?? 'unset'}, plan ${plan}: ${rate} a minute`, () => {
    assert.equal(rateOf({ accountRate, ownRate, plan, accountPlans: [] }), rate);
  });
}

test('only a ban of a key that was not replaced can be lifted', () => {
  const banned = { bannedAt: now, banReason: 'rate_limit', replacedBy: null };
  assert.equal(isLiftable(banned), true);
  assert.equal(isLiftable({ ...banned, banReason: 'replaced' }), false);
  assert.equal(isLiftable({ ...banned, replacedBy: 'key_newer' }), false);
  assert.equal(isLiftable({ ...banned, bannedAt: null, banReason: null }), false);
});

test('only the last date there is means forever', () => {
  assert.deepEqual([isForever(forever), isForever(at(1e12))], [true, false]);
});

const plansAndRates: [plan: string, accountPlans: string[], shown: string, rate: number][] = [
  ['none', ['growth'], 'growth', 60],
  ['none', ['starter', 'topup_20'], 'starter', 60],
  ['none', ['topup_20'], 'none', 60],
  ['credits_25', ['scale', 'starter'], 'scale', 120],
  ['enterprise', ['growth'], 'enterprise', 300],
  ['growth', ['starter'], 'growth', 60],
];
for (const [plan, accountPlans, shown, rate] of plansAndRates) {
  test(`a key of ${plan} in an account with ${accountPlans} is shown as ${shown}, at ${rate} a minute`, () => {
    const key = { accountRate: null, ownRate: null, plan, accountPlans };
    assert.deepEqual([shownPlanOf(key), rateOf(key)], [shown, rate]);
  });
}
