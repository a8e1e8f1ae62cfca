import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { runJobOn } from '#test/support/jobs.ts';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import { type LedgerClock, stopLedgerClock } from '#test/support/ledger/clock.ts';
import { openHold, settleHold } from '#test/support/ledger/statements.ts';
import { reconcileLedger, releaseHold } from './index.ts';
import { historyOf } from './show-history.ts';
import { forgetEndedHolds } from './sweep-credits.ts';

const startedAt = new Date('2026-11-21T09:00:00.000Z');
const in30Days = new Date('2026-12-21T09:00:00.000Z');

let database: TestDatabase;
let clock: LedgerClock;
before(async () => {
  database = await testDatabase();
  clock = await stopLedgerClock(database.pool, startedAt);
});
after(() => database[Symbol.asyncDispose]());

const inAYear = new Date('2027-11-21T09:00:00.000Z');

/** A process whose clock is a year fast, on a ledger that isn't. */
async function forgetAt(now: Date): Promise<void> {
  await clock.set(now);
  await runJobOn({ ports: { db: database.db }, now: () => inAYear }, forgetEndedHolds);
}

/** An account that has settled one hold, released one, and has one open; the holds' requests. */
async function accountWithHolds() {
  await clock.set(startedAt);
  const { db } = database;
  const { account } = await givenAccount(db);
  await givenCredits(db, account, 20);
  const opened = await Promise.all(
    ['settled', 'released', 'open'].map(async (end) => {
      const request = { account, credits: 4, key: randomUUID(), leaseMs: 60_000 };
      const held = await openHold(db, request);
      assert.equal(held.status, 'held', end);
      return { request, hold: (held as { hold: number }).hold };
    }),
  );
  await settleHold(db, { account, hold: opened[0]!.hold, credits: 3 });
  await releaseHold(db, { account, hold: opened[1]!.hold });
  return { account, settled: opened[0]!, released: opened[1]!, open: opened[2]! };
}

const holdsOf = async (account: number): Promise<number[]> =>
  (
    await database.pool.query('select id from credit_hold where account = $1 order by id', [account])
  ).rows.map(({ id }) => id);

test('a hold is forgotten 30 days after it ended, and never while it is open', async () => {
  const { account, open } = await accountWithHolds();
  await forgetAt(in30Days);
  assert.equal((await holdsOf(account)).length, 3);
  await forgetAt(new Date(in30Days.getTime() + 1));
  assert.deepEqual(await holdsOf(account), [open.hold]);
});

test('the books are proved without the holds that are forgotten, and the history is the same', async () => {
  const { account } = await accountWithHolds();
  const history = await historyOf(database.db, account, { limit: 100 });
  await forgetAt(new Date(in30Days.getTime() + 1));
  assert.deepEqual(await reconcileLedger(database.db, account), []);
  assert.deepEqual(await historyOf(database.db, account, { limit: 100 }), history);
});

test('the key of a hold that is forgotten holds nothing again', async () => {
  const { account, settled, released } = await accountWithHolds();
  await forgetAt(new Date(in30Days.getTime() + 1));
  const again = async ({ request }: typeof settled, credits: number) =>
    openHold(database.db, { ...request, credits });
  const common = { status: 'replayed', balance: 13 };
  assert.deepEqual(await again(settled, 4), { ...common, hold: settled.hold, state: 'settled' });
  assert.deepEqual(await again(released, 4), { ...common, hold: released.hold, state: 'released' });
  assert.deepEqual(await again(released, 5), { status: 'other_amount', hold: released.hold });
  assert.deepEqual(await reconcileLedger(database.db, account), []);
});
