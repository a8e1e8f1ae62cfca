import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import { type LedgerClock, stopLedgerClock } from '#test/support/ledger/clock.ts';
import { openHold, spendOne } from '#test/support/ledger/statements.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { type LotSource, revokeCredits } from './index.ts';
import { sweepExpiredLots } from './sweep-credits.ts';

const grantedAt = new Date('2026-11-21T09:00:00.000Z');
const soon = new Date('2026-12-21T09:00:00.000Z');
const later = new Date('2027-11-21T09:00:00.000Z');

let service: TestService;
let clock: LedgerClock;
before(async () => {
  service = await testService();
  clock = await stopLedgerClock(service.database.pool, grantedAt);
});
after(() => service[Symbol.asyncDispose]());

async function accountWith(
  lots: readonly [source: LotSource, credits: number, expiresAt: Date | null][],
): Promise<{ account: number; accountId: string; lots: number[] }> {
  await clock.set(grantedAt);
  const { db } = service.database;
  const { account, accountId } = await givenAccount(db);
  const ids: number[] = [];
  for (const [source, credits, expiresAt] of lots) {
    ids.push(await givenCredits(db, account, credits, { source, expiresAt }));
  }
  return { account, accountId, lots: ids };
}

async function balanceOf(accountId: string) {
  const response = await service.internal('GET', `/internal/billing/balance/${accountId}`);
  assert.equal(response.statusCode, 200, response.body);
  const { account_id, ...balance } = response.json();
  assert.equal(account_id, accountId);
  return balance;
}

const spend = (account: number, amount: number) =>
  spendOne(service.database.pool, { account, amount, key: randomUUID() });

const nothing = { balance: 0, held: 0, lots: [], next_expiry: null };

test('an account without credits has a balance of 0', async () => {
  assert.deepEqual(await balanceOf((await accountWith([])).accountId), nothing);
});

test('lots are shown in the order they are spent, and those that never expire last', async () => {
  const { accountId } = await accountWith([
    ['promo', 1, null],
    ['topup', 100, later],
    ['plan', 20, soon],
    ['operator', 5, soon],
  ]);
  const lot = (source: string, credits: number, expiresAt: Date | null) => ({
    source,
    granted: credits,
    available: credits,
    held: 0,
    expires_at: expiresAt?.toISOString() ?? null,
  });
  assert.deepEqual(await balanceOf(accountId), {
    balance: 126,
    held: 0,
    lots: [lot('plan', 20, soon), lot('operator', 5, soon), lot('topup', 100, later), lot('promo', 1, null)],
    next_expiry: { at: soon.toISOString(), credits: 25 },
  });
});

test('what is spent leaves the soonest lots, and a lot that is used up is no longer shown', async () => {
  const { account, accountId } = await accountWith([
    ['topup', 100, later],
    ['plan', 20, soon],
  ]);
  await spend(account, 22);
  const { balance, lots, next_expiry } = await balanceOf(accountId);
  assert.deepEqual([balance, lots.length, lots[0].source, lots[0].available], [98, 1, 'topup', 98]);
  assert.deepEqual(next_expiry, { at: later.toISOString(), credits: 98 });
});

test('held credits are shown apart from what can be spent', async () => {
  const { account, accountId } = await accountWith([['plan', 20, soon]]);
  await openHold(service.database.db, { account, credits: 20, key: randomUUID(), leaseMs: 60_000 });
  assert.deepEqual(await balanceOf(accountId), {
    balance: 0,
    held: 20,
    lots: [{ source: 'plan', granted: 20, available: 0, held: 20, expires_at: soon.toISOString() }],
    next_expiry: null,
  });
});

test('a lot is shown until 1 ms before it expires, whether its expiry is booked or not', async () => {
  const { accountId } = await accountWith([['plan', 20, soon]]);
  await clock.set(new Date(soon.getTime() - 1));
  assert.equal((await balanceOf(accountId)).balance, 20);
  await clock.set(soon);
  assert.deepEqual(await balanceOf(accountId), nothing);
  await sweepExpiredLots(service.database.db, 100);
  assert.deepEqual(await balanceOf(accountId), nothing);
});

test('what was revoked is gone', async () => {
  const { account, accountId, lots } = await accountWith([['topup', 100, later]]);
  const revocation = { account, lot: lots[0]!, credits: 60, key: randomUUID(), reason: 'reversed' };
  await revokeCredits(service.database.db, revocation);
  assert.equal((await balanceOf(accountId)).balance, 40);
});

test('an unknown account is 404', async () => {
  const response = await service.internal('GET', '/internal/billing/balance/nobody');
  assert.deepEqual([response.statusCode, response.json().code], [404, 'not_found']);
});
