import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import { type LedgerClock, stopLedgerClock } from '#test/support/ledger/clock.ts';
import {
  extendHold,
  openHold,
  refundSpend,
  settleHold,
  spendBatch,
  spendOne,
} from '#test/support/ledger/statements.ts';
import { balanceOf, lotsOf, reconcileLedger, releaseHold, revokeCredits } from './index.ts';
import { sweepExpiredHolds, sweepExpiredLots } from './sweep-credits.ts';

const grantedAt = new Date('2026-11-21T09:00:00.000Z');
const endsAt = new Date('2026-12-21T09:00:00.000Z');
const justBefore = new Date(endsAt.getTime() - 1);

let database: TestDatabase;
let clock: LedgerClock;

before(async () => {
  database = await testDatabase();
  clock = await stopLedgerClock(database.pool, grantedAt);
});
after(() => database[Symbol.asyncDispose]());

/** An account with 10 credits that end at `endsAt`. */
async function accountWithLot(): Promise<{ account: number; lot: number }> {
  await clock.set(grantedAt);
  const { account } = await givenAccount(database.db);
  return { account, lot: await grant(account, endsAt) };
}

const grant = (account: number, expiresAt: Date | null): Promise<number> =>
  givenCredits(database.db, account, 10, { expiresAt, reason: 'expiry' });

async function booksOf(account: number, lotId: number) {
  const lot = (await lotsOf(database.db, account)).find(({ id }) => id === lotId)!;
  const { available, held, spent, expired, revoked } = lot;
  assert.deepEqual(await reconcileLedger(database.db, account), []);
  return { available, held, spent, expired, revoked };
}

const books = { available: 0, held: 0, spent: 0, expired: 0, revoked: 0 };

const spends = {
  'a spend': (account: number) => spendOne(database.pool, { account, amount: 4, key: randomUUID() }),
  'a batched spend': async (account: number) =>
    (await spendBatch(database.pool, [{ account, amount: 4, key: randomUUID() }], { wait: true }))[0]!,
};

for (const [name, spend] of Object.entries(spends)) {
  test(`${name} takes from a lot 1 ms before it ends, and not when it does`, async () => {
    const { account, lot } = await accountWithLot();
    await clock.set(justBefore);
    assert.deepEqual(await spend(account), { status: 'spent', balance: 6 });
    await clock.set(endsAt);
    assert.deepEqual(await spend(account), { status: 'insufficient', balance: 0 });
    assert.deepEqual(await booksOf(account, lot), { ...books, available: 6, spent: 4 });
  });

  test(`${name} continues with the next lot when the first ends`, async () => {
    const { account, lot } = await accountWithLot();
    const next = await grant(account, null);
    await clock.set(justBefore);
    assert.deepEqual(await spend(account), { status: 'spent', balance: 16 });
    await clock.set(endsAt);
    assert.deepEqual(await spend(account), { status: 'spent', balance: 6 });
    assert.deepEqual(await booksOf(account, lot), { ...books, available: 6, spent: 4 });
    assert.deepEqual(await booksOf(account, next), { ...books, available: 6, spent: 4 });
  });
}

test('the balance has a lot until 1 ms before it ends, swept or not', async () => {
  const { account } = await accountWithLot();
  await clock.set(justBefore);
  assert.deepEqual(await balanceOf(database.db, account), {
    balance: 10,
    held: 0,
    next_expiry: { at: endsAt, credits: 10 },
  });
  await clock.set(endsAt);
  const without = { balance: 0, held: 0, next_expiry: null };
  assert.deepEqual(await balanceOf(database.db, account), without);
  await sweepExpiredLots(database.db, 100);
  assert.deepEqual(await balanceOf(database.db, account), without);
});

test('a sweep leaves a lot alone 1 ms before it ends, and books it once when it has ended', async () => {
  const { account, lot } = await accountWithLot();
  await clock.set(justBefore);
  await sweepExpiredLots(database.db, 1000);
  assert.deepEqual(await booksOf(account, lot), { ...books, available: 10 });
  await clock.set(endsAt);
  assert.equal(await sweepExpiredLots(database.db, 1000), 1);
  assert.equal(await sweepExpiredLots(database.db, 1000), 0);
  assert.deepEqual(await booksOf(account, lot), { ...books, expired: 10 });
});

test('a hold can be opened 1 ms before the lot ends and be settled after it; the rest expires', async () => {
  const { account, lot } = await accountWithLot();
  await clock.set(justBefore);
  const held = await openHold(database.db, { account, credits: 8, key: randomUUID(), leaseMs: 60_000 });
  assert.equal(held.status, 'held');
  await clock.set(endsAt);
  const late = await openHold(database.db, { account, credits: 1, key: randomUUID(), leaseMs: 60_000 });
  assert.deepEqual(late, { status: 'insufficient', balance: 0 });
  const settled = await settleHold(database.db, {
    account,
    hold: 'hold' in held ? held.hold : 0,
    credits: 5,
  });
  assert.deepEqual(settled, { status: 'closed', state: 'settled', settled: 5, balance: 0 });
  assert.deepEqual(await booksOf(account, lot), { ...books, available: 2, spent: 5, expired: 3 });
});

for (const [at, where] of [
  [justBefore, 'available'],
  [endsAt, 'expired'],
] as const) {
  test(`what is released ${at === endsAt ? 'when' : '1 ms before'} its lot ends is ${where}`, async () => {
    const { account, lot } = await accountWithLot();
    const held = await openHold(database.db, { account, credits: 10, key: randomUUID(), leaseMs: 60_000 });
    await clock.set(at);
    await releaseHold(database.db, { account, hold: 'hold' in held ? held.hold : 0 });
    assert.deepEqual(await booksOf(account, lot), { ...books, [where]: 10 });
  });
}

test('a lease runs until 1 ms before its end; then the sweep frees the hold and a settle comes too late', async () => {
  const { account, lot } = await accountWithLot();
  const held = await openHold(database.db, { account, credits: 3, key: randomUUID(), leaseMs: 5000 });
  const hold = 'hold' in held ? held.hold : 0;
  await clock.set(new Date(grantedAt.getTime() + 4999));
  await sweepExpiredHolds(database.db, 1000);
  assert.deepEqual(await booksOf(account, lot), { ...books, available: 7, held: 3 });
  await clock.set(new Date(grantedAt.getTime() + 5000));
  assert.equal(await sweepExpiredHolds(database.db, 1000), 1);
  assert.deepEqual(await settleHold(database.db, { account, hold, credits: 3 }), {
    status: 'closed_before',
    state: 'lease_over',
    settled: 0,
    balance: 10,
  });
  assert.equal(await extendHold(database.db, { account, hold, leaseMs: 5000 }), false);
  assert.deepEqual(await booksOf(account, lot), { ...books, available: 10 });
});

test('a settle after the end of the lease still counts before the sweep', async () => {
  const { account, lot } = await accountWithLot();
  const held = await openHold(database.db, { account, credits: 3, key: randomUUID(), leaseMs: 5000 });
  await clock.set(new Date(grantedAt.getTime() + 5000));
  const settled = await settleHold(database.db, {
    account,
    hold: 'hold' in held ? held.hold : 0,
    credits: 3,
  });
  assert.deepEqual(settled, { status: 'closed', state: 'settled', settled: 3, balance: 7 });
  assert.deepEqual(await booksOf(account, lot), { ...books, available: 7, spent: 3 });
});

for (const isSwept of [false, true]) {
  test(`a revocation takes nothing that has expired, ${isSwept ? 'booked' : 'or not yet booked'}`, async () => {
    const { account, lot } = await accountWithLot();
    await clock.set(endsAt);
    if (isSwept) await sweepExpiredLots(database.db, 1000);
    const revoked = await revokeCredits(database.db, { account, lot, key: randomUUID(), reason: 'reversed' });
    assert.deepEqual(revoked, { status: 'revoked', revoked: 0, shortfall: 10, balance: 0 });
  });
}

test('a refund goes back into its lot until 1 ms before the end, and lives on for a day at least after it', async () => {
  for (const [refundedAt, balance] of [
    [justBefore, 10],
    [endsAt, 4],
  ] as const) {
    const { account, lot } = await accountWithLot();
    const spendKey = randomUUID();
    await clock.set(justBefore);
    await spendOne(database.pool, { account, amount: 4, key: spendKey });
    await clock.set(refundedAt);
    const refunded = await refundSpend(database.db, {
      account,
      spendKey,
      key: randomUUID(),
      reason: 'not delivered',
    });
    assert.deepEqual(refunded, { status: 'refunded', refunded: 4, balance });
    const { spent } = await booksOf(account, lot);
    assert.equal(spent, balance === 10 ? 0 : 4);
  }
  await clock.set(new Date(endsAt.getTime() + 24 * 60 * 60 * 1000 - 1));
  const { rows } = await database.pool.query(`select account from credit_lot where source = 'refund'`);
  const account = rows[0].account;
  assert.equal((await balanceOf(database.db, account)).balance, 4);
  await clock.set(new Date(endsAt.getTime() + 24 * 60 * 60 * 1000));
  assert.equal((await balanceOf(database.db, account)).balance, 0);
});
