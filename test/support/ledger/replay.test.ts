import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../database.ts';
import { givenAccount, givenCredits } from '../kit.ts';
import { stopLedgerClock } from './clock.ts';
import { impossibilities } from './replay.ts';

const now = new Date('2026-11-21T09:00:00.000Z');
const inMs = (ms: number) => new Date(now.getTime() + ms);

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
  await stopLedgerClock(database.pool, now);
});
after(() => database[Symbol.asyncDispose]());

/** An account with two lots of 5 credits. One expires in 100 ms, the other in 200 ms. */
async function accountWithTwoLots() {
  const { account } = await givenAccount(database.db);
  const lots: number[] = [];
  for (const ends of [100, 200]) {
    lots.push(await givenCredits(database.db, account, 5, { source: 'plan', expiresAt: inMs(ends) }));
  }
  return { account, sooner: lots[0]!, later: lots[1]! };
}

interface Written {
  lot: number;
  kind: number;
  amount: number;
  balance: number;
  atMs?: number;
  key?: number;
}

/** Writes history that no function of the ledger would write. */
async function write(account: number, rows: Written[]): Promise<string[]> {
  for (const [place, { lot, kind, amount, balance, atMs = 0, key = place }] of rows.entries()) {
    const opKey = `0198cccc-0000-7000-8000-${String(key).padStart(12, '0')}`;
    await database.pool.query(
      `insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [account, opKey, lot, kind, amount, balance, inMs(atMs)],
    );
  }
  return impossibilities(database.pool, account);
}

const [spend, hold, settle, revoke] = [2, 3, 4, 7];

test('a valid history has no findings', async () => {
  const { account, sooner, later } = await accountWithTwoLots();
  const found = await write(account, [
    { lot: sooner, kind: spend, amount: 5, balance: 4, key: 1 },
    { lot: later, kind: spend, amount: 1, balance: 4, key: 1 },
    { lot: later, kind: hold, amount: 2, balance: 2, atMs: 99 },
    { lot: later, kind: settle, amount: 2, balance: 2, atMs: 150 },
  ]);
  assert.deepEqual(found, []);
});

test('a spend from a later lot while a sooner one has credits is found, even after a partial draw', async () => {
  const past = await accountWithTwoLots();
  const [found] = await write(past.account, [{ lot: past.later, kind: spend, amount: 1, balance: 9 }]);
  assert.match(found!, new RegExp(`drew from a later lot than ${past.sooner}, which had 5`));
  const some = await accountWithTwoLots();
  const [partly] = await write(some.account, [
    { lot: some.sooner, kind: spend, amount: 4, balance: 5, key: 1 },
    { lot: some.later, kind: spend, amount: 1, balance: 5, key: 1 },
  ]);
  assert.match(partly!, new RegExp(`drew from a later lot than ${some.sooner}, which had 1`));
});

test('a hold on a later lot while a sooner one has credits is found', async () => {
  const { account, later } = await accountWithTwoLots();
  const [found] = await write(account, [{ lot: later, kind: hold, amount: 1, balance: 9 }]);
  assert.match(found!, /drew from a later lot/);
});

test('a spend from a lot is valid 1 ms before it expires, and found once it has expired', async () => {
  for (const [atMs, balance, count] of [
    [99, 9, 0],
    [100, 5, 1],
  ] as const) {
    const { account, sooner } = await accountWithTwoLots();
    const found = await write(account, [{ lot: sooner, kind: spend, amount: 1, balance, atMs }]);
    assert.equal(found.length, count, found.join());
    if (count > 0) assert.match(found[0]!, /drew from a dead lot/);
  }
});

test('a balance that is not the sum of the live lots is found', async () => {
  const { account, sooner } = await accountWithTwoLots();
  const [found] = await write(account, [{ lot: sooner, kind: spend, amount: 1, balance: 8 }]);
  assert.match(found!, /told a balance of 8, had 9/);
});

test('a lot below zero is found, available or held', async () => {
  const spent = await accountWithTwoLots();
  const [overdrawn] = await write(spent.account, [
    { lot: spent.sooner, kind: revoke, amount: 6, balance: 4 },
  ]);
  assert.match(overdrawn!, /has -1 and holds 0/);
  const settled = await accountWithTwoLots();
  const [unheld] = await write(settled.account, [
    { lot: settled.sooner, kind: settle, amount: 1, balance: 10 },
  ]);
  assert.match(unheld!, /has 5 and holds -1/);
});

test('a row for an unknown lot is found', async () => {
  const { account } = await accountWithTwoLots();
  const [found] = await write(account, [{ lot: -1, kind: spend, amount: 1, balance: 9 }]);
  assert.match(found!, /no lot -1/);
});
