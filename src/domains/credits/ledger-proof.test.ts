import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import {
  openHold,
  reconcileLedger,
  refundSpend,
  revokeCredits,
  settleHold,
  spendBatch,
  sweepExpiredHolds,
} from './index.ts';

const keyOf = (digit: number) =>
  randomUUID().replaceAll(/./g, (sign) => (sign === '-' ? '-' : String(digit)));

/** One account in which everything has happened once. */
async function livedIn(database: TestDatabase): Promise<number> {
  const { db, pool } = database;
  const { account } = await givenAccount(db);
  for (const [sourceRef, credits] of [
    ['first', 10],
    ['second', 20],
  ] as const) {
    await givenCredits(db, account, credits, { sourceRef });
  }
  await spendBatch(
    pool,
    [1, 2].map((digit) => ({ account, amount: 2, key: keyOf(digit) })),
    { wait: false },
  );
  const settled = await openHold(db, { account, credits: 5, key: keyOf(3), leaseMs: 60_000 });
  const released = await openHold(db, { account, credits: 4, key: keyOf(4), leaseMs: 0 });
  const open = await openHold(db, { account, credits: 3, key: keyOf(5), leaseMs: 60_000 });
  assert.deepEqual(
    [settled, released, open].map(({ status }) => status),
    ['held', 'held', 'held'],
  );
  assert.ok(settled.status === 'held');
  await settleHold(db, { account, hold: settled.hold, credits: 3 });
  assert.equal(await sweepExpiredHolds(db, 10), 1);
  await refundSpend(db, { account, spendKey: keyOf(1), key: keyOf(6), reason: 'test' });
  await revokeCredits(db, {
    account,
    lot: { source: 'operator', sourceRef: 'second' },
    credits: 2,
    key: keyOf(7),
    reason: 'test',
  });
  return account;
}

test('books in which everything has happened are proved', async () => {
  await using database = await testDatabase();
  const account = await livedIn(database);
  assert.deepEqual(await reconcileLedger(database.db), []);
  assert.deepEqual(await reconcileLedger(database.db, account), []);
});

/** What somebody with the database in hand could do, and what the proof calls it. */
const tamperings: [string, string, string][] = [
  [
    'credits added to a lot',
    `update credit_lot set granted = granted + 1, avail = avail + 1 where id = 1`,
    'granted',
  ],
  [
    'a spend undone in a lot',
    `update credit_lot set spent = spent - 1, avail = avail + 1 where id = 1`,
    'spent',
  ],
  [
    'held credits freed in a lot',
    `update credit_lot set held = held - 1, avail = avail + 1 where held > 0`,
    'held by open holds',
  ],
  [
    'a revocation undone in a lot',
    `update credit_lot set revoked = revoked - 1, expired = expired + 1 where id = 2`,
    'revoked',
  ],
  [
    'a row of the ledger removed',
    `delete from credit_ledger where kind = 2 and op_key::text like '2%'`,
    'spent',
  ],
  [
    'a row of the ledger raised',
    `update credit_ledger set amount = amount + 1 where kind = 3 and op_key::text like '5%'`,
    'held',
  ],
  [
    'a row for a lot that does not exist',
    `insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at) select account, op_key, 99, 1, 5, balance_after, at from credit_ledger order by id desc limit 1`,
    'granted',
  ],
  [
    'a row for somebody else’s lot',
    `insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at) values (77, gen_random_uuid(), 1, 2, 1, 0, now())`,
    'spent',
  ],
  [
    'a newest balance that was not so',
    `update credit_ledger set balance_after = balance_after + 1 where id = (select max(id) from credit_ledger)`,
    'balance',
  ],
  [
    'a hold settled for more',
    `update credit_hold set settled = settled + 1 where status = 'settled'`,
    'settled',
  ],
  [
    'an open hold forgotten',
    `update credit_hold set status = 'released', closed_at = now() where status = 'open'`,
    'held by open holds',
  ],
  ['an open hold removed', `delete from credit_hold where status = 'open'`, 'amount'],
  ['a part of a hold raised', `update credit_hold_part set amount = amount + 1 where hold_id = 1`, 'parts'],
  [
    'a refund of more than was spent',
    `update credit_ledger set amount = amount + 1 where kind = 8`,
    'refund of',
  ],
];

for (const [what, statement, called] of tamperings) {
  test(`${what} is found`, async () => {
    await using database = await testDatabase();
    await livedIn(database);
    await database.pool.query('drop trigger credit_ledger_append_only on credit_ledger');
    const { rowCount } = await database.pool.query(statement);
    assert.ok(rowCount! > 0, 'nothing was tampered with');
    const found = await reconcileLedger(database.db);
    assert.ok(
      found.some((mismatch) => mismatch.what.includes(called)),
      JSON.stringify(found),
    );
  });
}

test('rows of the ledger are neither changed nor removed', async () => {
  await using database = await testDatabase();
  await livedIn(database);
  for (const statement of [
    'update credit_ledger set amount = amount',
    'delete from credit_ledger',
    'truncate credit_ledger',
  ]) {
    await assert.rejects(database.pool.query(statement), { code: 'CR003' }, statement);
  }
});
