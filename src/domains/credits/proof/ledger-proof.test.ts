import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { runJobOn } from '#test/support/jobs.ts';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import { openHold, refundSpend, settleHold, spendBatch } from '#test/support/ledger/statements.ts';
import { eraseLedger } from '../erase-ledger.ts';
import { type Mismatch, proveAll, proveSince, reconcileLedger, revokeCredits } from '../index.ts';
import { foldRows, restartProof } from '../sql/proof.ts';
import { sweepExpiredHolds } from '../sweep-credits.ts';

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

/** Changes that a person with access to the database could make, and how the proof names them. */
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
    'a row for another account’s lot',
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

const since = async ({ db }: TestDatabase) => (await Array.fromAsync(proveSince(db))).flat();
const fromNothing = async ({ db }: TestDatabase, options = {}) =>
  (await Array.fromAsync(proveAll(db, options))).flatMap(({ mismatches }) => mismatches);

for (const [what, statement, called] of tamperings) {
  test(`${what} after it was proved is found from nothing, and at once where it is in the books`, async () => {
    await using database = await testDatabase();
    await livedIn(database);
    assert.deepEqual([await since(database), await since(database)], [[], []]);
    assert.deepEqual(await fromNothing(database), []);
    await database.pool.query('drop trigger credit_ledger_append_only on credit_ledger');
    await database.pool.query(statement);
    const whats = (found: Mismatch[]) => found.map((each) => each.what).join('; ');
    const isInBooks = !statement.includes('credit_ledger') || statement.startsWith('insert');
    if (isInBooks) assert.match(whats(await since(database)), new RegExp(called));
    const found = whats(await fromNothing(database));
    assert.match(found, new RegExp(called));
    if (!isInBooks) assert.match(found, /(rows|content) of \d{4}-\d\d/);
  });
}

for (const column of ['at', 'reason', 'balance_after', 'op_key', 'reverses']) {
  test(`a proved row whose ${column} was changed is found from nothing, until it is accepted`, async () => {
    await using database = await testDatabase();
    await livedIn(database);
    await since(database);
    await database.pool.query('drop trigger credit_ledger_append_only on credit_ledger');
    const values: Record<string, string> = {
      at: "at - interval '1 microsecond'",
      reason: "'another'",
      balance_after: 'balance_after + 1',
    };
    await database.pool.query(
      `update credit_ledger set ${column} = ${values[column] ?? 'gen_random_uuid()'} where id = 3`,
    );
    const accepted = await fromNothing(database, { accept: true });
    assert.match(accepted.map(({ what }) => what).join(), /content of/);
    const left = (await fromNothing(database)).filter(({ what }) => what.includes('content of'));
    assert.deepEqual(left, []);
  });
}

test('a proof that was interrupted continues where it stopped', async () => {
  await using database = await testDatabase();
  await livedIn(database);
  const { db } = database;
  const all = { first: Number.MIN_SAFE_INTEGER, last: Number.MAX_SAFE_INTEGER, isLast: true };
  assert.deepEqual(await foldRows(db, 'proved', all, 4), { folded: 4, hasMore: true });
  assert.deepEqual(await since(database), []);
  assert.deepEqual(await foldRows(db, 'proved', all, 4), { folded: 0, hasMore: false });
  assert.deepEqual(await Array.fromAsync(proveAll(db, { rowsMax: 0 })), []);
  await restartProof(db, all);
  await foldRows(db, 'full', all, 5);
  assert.deepEqual(await fromNothing(database), []);
});

test('the nightly proof reads no row twice', async () => {
  await using database = await testDatabase();
  await livedIn(database);
  await since(database);
  await database.pool.query('drop trigger credit_ledger_append_only on credit_ledger');
  // Proved rows are not needed: only the sums are read.
  await database.pool.query('delete from credit_ledger');
  assert.deepEqual(await since(database), []);
});

test('erased rows stay part of every proof, and what came after them is proved with them', async () => {
  await using database = await testDatabase();
  const { db, pool } = database;
  const nowIs = (time: string) =>
    pool.query(
      `create or replace function ledger_now() returns timestamptz language sql volatile as $$select '${time}'::timestamptz$$`,
    );
  const months = 24;
  const settings = { current: () => ({ ledger_months: months }) };
  const erase = () => runJobOn({ ports: { db, settings } as never }, eraseLedger);
  const rowsOf = async () => (await pool.query('select from credit_ledger')).rowCount;
  await nowIs('2031-01-31T12:00:00Z');
  const account = await livedIn(database);
  const rows = await rowsOf();
  await nowIs('2031-01-31T23:00:00Z');
  await erase();
  await nowIs('2033-01-31T23:59:59Z');
  await since(database);
  await erase();
  assert.equal(await rowsOf(), rows, 'still in the months that are kept');

  await nowIs('2033-02-01T00:00:00Z');
  await spendBatch(pool, [{ account, amount: 1, key: keyOf(8) }], { wait: false });
  await erase();
  assert.equal(await rowsOf(), 1);
  for (const proof of [since, fromNothing, since]) assert.deepEqual(await proof(database), []);
  assert.deepEqual(await reconcileLedger(db), []);
  await pool.query('update credit_lot set spent = spent - 1, avail = avail + 1 where id = 1');
  for (const proof of [since, fromNothing]) {
    assert.match((await proof(database)).map(({ what }) => what).join(), /spent/);
  }
});

test('rows that were not proved, or whose account has an open alert, are not erased', async () => {
  await using database = await testDatabase();
  const { db, pool } = database;
  const settings = { current: () => ({ ledger_months: -1 }) };
  const erase = () => runJobOn({ ports: { db, settings } as never }, eraseLedger);
  const rowsOf = async () => (await pool.query('select from credit_ledger')).rowCount;
  await livedIn(database);
  const rows = await rowsOf();
  await erase();
  assert.equal(await rowsOf(), rows);
  await since(database);
  await raiseAlert(db, { kind: 'ledger_mismatch', subject: 'x', details: {} });
  await erase();
  assert.equal(await rowsOf(), rows);
  await resolveAlert(db, { kind: 'ledger_mismatch', subject: 'x' });
  await erase();
  assert.equal(await rowsOf(), 0);
  assert.deepEqual(await fromNothing(database), []);
});
