import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { BatchOverflow } from '#core/batch.ts';
import { Failure } from '#core/failure.ts';
import { ensureAccount } from '#domains/accounts/index.ts';
import { testDatabase } from '#test/support/database.ts';
import { lockedElsewhere, untilSomebodyWaits } from '#test/support/ledger/locks.ts';
import { balanceOf, grantCredits, openSpender } from './index.ts';
import type { HotPool } from './sql/spends.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db } = database;

async function accountWith(credits: number): Promise<number> {
  const { id: account } = await ensureAccount(db, { accountId: randomUUID() });
  const terms = { source: 'operator', expiresAt: null, reason: 'test', grantedBy: 'test' } as const;
  await grantCredits(db, { account, sourceRef: randomUUID(), credits, ...terms });
  return account;
}

const spends = (account: number, count: number) =>
  Array.from({ length: count }, () => ({ account, amount: 1, key: randomUUID() }));

/** Counts the statements, and does `first` in place of the first one. */
function watched(first?: () => Promise<never>) {
  const statements: string[] = [];
  const pool: HotPool = {
    query(statement) {
      statements.push(statement.name);
      return first && statements.length === 1 ? first() : database.pool.query(statement);
    },
  };
  return { pool, statements };
}

test('concurrent spends share a statement and each gets its own balance', async () => {
  const account = await accountWith(10);
  const { pool, statements } = watched();
  const { spend } = openSpender({ pool });
  const spent = await Promise.all(spends(account, 12).map(spend));
  assert.deepEqual(
    spent.map(({ status, balance }) => [status, balance]),
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
      .map((balance): [string, number] => ['spent', balance])
      .concat([
        ['insufficient', 0],
        ['insufficient', 0],
      ]),
  );
  assert.deepEqual(statements, ['credit_spend_batch']);
});

test('up to four spends go by themselves, side by side', async () => {
  const account = await accountWith(4);
  const { pool, statements } = watched();
  const spent = await Promise.all(spends(account, 4).map(openSpender({ pool }).spend));
  assert.deepEqual(spent.map(({ balance }) => balance).sort(), [0, 1, 2, 3]);
  assert.deepEqual(statements, Array(4).fill('credit_spend'));
});

test('calls with the same key are one spend', async () => {
  const account = await accountWith(5);
  const { pool, statements } = watched();
  const { spend } = openSpender({ pool });
  const item = spends(account, 1)[0]!;
  const spent = await Promise.all([item, item, item].map(spend));
  assert.deepEqual(spent, Array(3).fill({ status: 'spent', balance: 4 }));
  assert.equal(statements.length, 1);
  assert.deepEqual(await spend(item), { status: 'replayed', balance: 4 });
});

test('an account that is locked elsewhere is waited for, and the others are not held up', async () => {
  const [busy, free] = [await accountWith(5), await accountWith(50)];
  const { spend } = openSpender({ pool: database.pool });
  const lock = await lockedElsewhere(database.pool, busy);
  const waiting = Promise.all(spends(busy, 5).map(spend));
  await untilSomebodyWaits(database.pool);
  const served = await Promise.all(spends(free, 20).map(spend));
  assert.ok(served.every(({ status }) => status === 'spent'));
  await lock[Symbol.asyncDispose]();
  assert.ok((await waiting).every(({ status }) => status === 'spent'));
  assert.equal((await balanceOf(db, busy)).available, 0);
});

test('an account that stays locked is refused with 503 overloaded and nothing is spent', async () => {
  await using own = await testDatabase();
  await own.pool.query("alter function credit_lock set lock_timeout = '20ms'");
  await own.pool.query("insert into account (account_id) values ('locked')");
  const { rows } = await own.pool.query<{ id: number }>('select id from account');
  await using _lock = await lockedElsewhere(own.pool, rows[0]!.id);
  const { spend } = openSpender({ pool: own.pool });
  const refused = await Promise.allSettled(spends(rows[0]!.id, 5).map(spend));
  for (const each of refused) {
    assert.ok(
      each.status === 'rejected' && each.reason instanceof Failure && each.reason.code === 'overloaded',
    );
  }
});

test('a spend that breaks its statement fails alone', async () => {
  const account = await accountWith(10);
  const { spend } = openSpender({ pool: database.pool });
  const items = [...spends(account, 5), { account, amount: 1, key: 'no uuid' }];
  const results = await Promise.allSettled(items.map(spend));
  assert.deepEqual(
    results.map(({ status }) => status),
    [...Array(5).fill('fulfilled'), 'rejected'],
  );
  assert.equal((await balanceOf(db, account)).available, 5);
});

test('a statement whose answer is lost after it was committed is sent again and spends nothing more', async () => {
  const account = await accountWith(10);
  const items = spends(account, 6);
  const { pool, statements } = watched(async () => {
    await openSpender({ pool: database.pool }).spend(items[0]!);
    await Promise.all(items.map(openSpender({ pool: database.pool }).spend));
    throw new Error('Connection terminated unexpectedly');
  });
  const spent = await Promise.all(items.map(openSpender({ pool }).spend));
  assert.ok(spent.every(({ status }) => status === 'replayed'));
  assert.deepEqual(statements, ['credit_spend_batch', 'credit_spend_batch']);
  assert.equal((await balanceOf(db, account)).available, 4);
});

test('spends beyond the queue are refused before anything is sent', async () => {
  const account = await accountWith(10);
  const { spend } = openSpender({ pool: database.pool, queueMax: 6 });
  const results = await Promise.allSettled(spends(account, 8).map(spend));
  const refused = results.filter((each) => each.status === 'rejected');
  assert.equal(refused.length, 2);
  assert.ok(refused.every(({ reason }) => reason instanceof BatchOverflow));
  assert.equal((await balanceOf(db, account)).available, 4);
});
