import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import { type LedgerClock, stopLedgerClock } from '#test/support/ledger/clock.ts';
import { untilSomebodyWaits } from '#test/support/ledger/locks.ts';
import { extendHold, openHold, refundSpend, settleHold, spendOne } from '#test/support/ledger/statements.ts';
import { balanceOf, lotsOf, reconcileLedger, releaseHold } from './index.ts';
import { sweepExpiredHolds } from './sweep-credits.ts';

const now = new Date('2026-11-21T09:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000);

let database: TestDatabase;
let clock: LedgerClock;
before(async () => {
  database = await testDatabase();
  clock = await stopLedgerClock(database.pool, now);
});
after(() => database[Symbol.asyncDispose]());

/** An account with one lot for each number of credits; the first ends last. */
async function accountWith(...credits: number[]): Promise<number> {
  await clock.set(now);
  const { db } = database;
  const { account } = await givenAccount(db);
  for (const [place, granted] of credits.entries()) {
    await givenCredits(db, account, granted, { expiresAt: inDays(100 - place) });
  }
  return account;
}

async function opened(account: number, credits: number, leaseMs = 60_000) {
  const key = randomUUID();
  const held = await openHold(database.db, { account, credits, key, leaseMs });
  assert.equal(held.status, 'held');
  return { key, hold: (held as { hold: number }).hold };
}

/** Credits spent from each lot, in the order of their grants. */
async function spentOf(account: number): Promise<number[]> {
  assert.deepEqual(await reconcileLedger(database.db, account), []);
  const lots = (await lotsOf(database.db, account)).sort((one, other) => one.id - other.id);
  return lots.map(({ spent }) => spent);
}

const available = async (account: number) => (await balanceOf(database.db, account)).balance;

test('a hold takes from the lot that ends soonest, and a settle for less spends that one first', async () => {
  const account = await accountWith(5, 5);
  const { hold } = await opened(account, 8);
  assert.deepEqual(await balanceOf(database.db, account), {
    balance: 2,
    held: 8,
    next_expiry: { at: inDays(100), credits: 2 },
  });
  await settleHold(database.db, { account, hold, credits: 6 });
  assert.deepEqual(await spentOf(account), [1, 5]);
  assert.equal(await available(account), 4);
});

test('held credits can neither be spent nor be held again', async () => {
  const account = await accountWith(10);
  await opened(account, 7);
  const asked = { account, key: randomUUID() };
  assert.deepEqual(await spendOne(database.pool, { ...asked, amount: 4 }), {
    status: 'insufficient',
    balance: 3,
  });
  assert.deepEqual(await openHold(database.db, { ...asked, credits: 4, leaseMs: 60_000 }), {
    status: 'insufficient',
    balance: 3,
  });
});

test('of twenty concurrent openings with one key one holds, and all return the same hold', async () => {
  const account = await accountWith(100);
  const asked = { account, credits: 9, key: randomUUID(), leaseMs: 60_000 };
  const answers = await Promise.all(Array.from({ length: 20 }, () => openHold(database.db, asked)));
  assert.equal(answers.filter(({ status }) => status === 'held').length, 1);
  assert.equal(answers.filter(({ status }) => status === 'replayed').length, 19);
  assert.equal(new Set(answers.map((answer) => 'hold' in answer && answer.hold)).size, 1);
  assert.equal(await available(account), 91);
});

test('the key of a hold for another amount is refused and holds nothing', async () => {
  const account = await accountWith(10);
  const { key, hold } = await opened(account, 4);
  const answer = await openHold(database.db, { account, credits: 5, key, leaseMs: 60_000 });
  assert.deepEqual(answer, { status: 'other_amount', hold });
  assert.equal(await available(account), 6);
});

test('a repeat of an opening returns how the hold ended', async () => {
  const account = await accountWith(10);
  const { key, hold } = await opened(account, 4);
  await releaseHold(database.db, { account, hold });
  const again = await openHold(database.db, { account, credits: 4, key, leaseMs: 60_000 });
  assert.deepEqual(again, { status: 'replayed', hold, state: 'released', balance: 10 });
});

test('of twenty concurrent settles for different amounts one counts, and all return that one', async () => {
  const account = await accountWith(50, 50);
  const { hold } = await opened(account, 60);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => settleHold(database.db, { account, hold, credits: at + 30 })),
  );
  const first = answers.filter(({ status }) => status === 'closed');
  assert.equal(first.length, 1);
  const settled = (first[0] as { settled: number }).settled;
  for (const answer of answers) {
    assert.deepEqual(
      { ...answer, status: 'closed' },
      { status: 'closed', state: 'settled', settled, balance: 100 - settled },
    );
  }
  assert.deepEqual(await spentOf(account), [settled - Math.min(settled, 50), Math.min(settled, 50)]);
});

test('a release after a settle, and a settle after a release, change nothing and return what came first', async () => {
  const account = await accountWith(10);
  const settledFirst = await opened(account, 4);
  await settleHold(database.db, { account, hold: settledFirst.hold, credits: 3 });
  const released = await releaseHold(database.db, { account, hold: settledFirst.hold });
  assert.deepEqual(released, { status: 'closed_before', state: 'settled', settled: 3, balance: 7 });
  const releasedFirst = await opened(account, 4);
  await releaseHold(database.db, { account, hold: releasedFirst.hold });
  const settled = await settleHold(database.db, { account, hold: releasedFirst.hold, credits: 3 });
  assert.deepEqual(settled, { status: 'closed_before', state: 'released', settled: 0, balance: 7 });
  assert.deepEqual(await spentOf(account), [3]);
});

test("another account's hold can be neither settled nor released nor extended", async () => {
  const owner = await accountWith(10);
  const account = await accountWith(10);
  const { hold } = await opened(owner, 4);
  const unknown = { status: 'unknown_hold' };
  assert.deepEqual(await settleHold(database.db, { account, hold, credits: 1 }), unknown);
  assert.deepEqual(await releaseHold(database.db, { account, hold }), unknown);
  assert.equal(await extendHold(database.db, { account, hold, leaseMs: 60_000 }), false);
  assert.deepEqual([await available(owner), await available(account)], [6, 10]);
});

test('there is no hold of no account, of 0 credits or of fewer', async () => {
  const asked = { key: randomUUID(), leaseMs: 60_000 };
  assert.deepEqual(await openHold(database.db, { ...asked, account: 2 ** 40, credits: 1 }), {
    status: 'unknown_account',
  });
  const account = await accountWith(10);
  for (const credits of [0, -1]) {
    await assert.rejects(openHold(database.db, { ...asked, account, credits }), { code: 'CR005' });
  }
});

test('after the lease the credits are free, and the work that comes too late pays like any other, once', async () => {
  const account = await accountWith(10);
  const { key, hold } = await opened(account, 4, 1000);
  await clock.set(new Date(now.getTime() + 1000));
  await sweepExpiredHolds(database.db, 1000);
  const late = await settleHold(database.db, { account, hold, credits: 4 });
  assert.deepEqual(late, { status: 'closed_before', state: 'lease_over', settled: 0, balance: 10 });
  assert.deepEqual(await spendOne(database.pool, { account, amount: 4, key }), {
    status: 'spent',
    balance: 6,
  });
  assert.equal((await spendOne(database.pool, { account, amount: 4, key })).status, 'replayed');
  const refund = { account, spendKey: key, key: randomUUID(), reason: 'test' };
  assert.deepEqual(await refundSpend(database.db, refund), { status: 'refunded', refunded: 4, balance: 10 });
  assert.deepEqual(await spentOf(account), [0]);
});

test('an extension never shortens a lease, and a hold that was extended in time is not swept', async () => {
  const account = await accountWith(10);
  const { hold } = await opened(account, 4, 5000);
  assert.equal(await extendHold(database.db, { account, hold, leaseMs: 1000 }), true);
  await clock.set(new Date(now.getTime() + 4999));
  assert.equal(await extendHold(database.db, { account, hold, leaseMs: 5000 }), true);
  await clock.set(new Date(now.getTime() + 9998));
  await sweepExpiredHolds(database.db, 1000);
  assert.equal(await available(account), 6);
  await clock.set(new Date(now.getTime() + 9999));
  await sweepExpiredHolds(database.db, 1000);
  assert.equal(await available(account), 10);
});

test('a sweep that meets an extension on its way waits for it, and then leaves the hold alone', async () => {
  const account = await accountWith(10);
  const { hold } = await opened(account, 4, 1000);
  await clock.set(new Date(now.getTime() + 1000));
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select credit_hold_extend($1, $2, interval '1 minute')`, [account, hold]);
    const sweeping = sweepExpiredHolds(database.db, 1000);
    await untilSomebodyWaits(database.pool);
    await client.query('commit');
    assert.equal(await sweeping, 0);
  } finally {
    client.release();
  }
  assert.deepEqual(await settleHold(database.db, { account, hold, credits: 4 }), {
    status: 'closed',
    state: 'settled',
    settled: 4,
    balance: 6,
  });
});
