import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { lockedElsewhere, untilSomebodyWaits } from '#test/support/ledger/locks.ts';
import { spendBatch, spendOne } from '#test/support/ledger/statements.ts';
import { balanceOf } from './index.ts';
import { historyOf } from './show-history.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db, pool } = database;

async function accountWith(credits: number, expiresAt: Date | null = null): Promise<number> {
  const { account } = await givenAccount(db);
  if (credits > 0) await givenCredits(db, account, credits, { expiresAt });
  return account;
}

const spends = (account: number, amounts: number[]) =>
  amounts.map((amount) => ({ account, amount, key: randomUUID() }));
const spendNow = (items: ReturnType<typeof spends>) => spendBatch(pool, items, { wait: false });
const availableOf = async (account: number) => (await balanceOf(db, account)).balance;

test('a batch is spent as if its items came one after another', async () => {
  const account = await accountWith(10);
  assert.deepEqual(await spendNow(spends(account, [8, 5, 0, 2, 1])), [
    { status: 'spent', balance: 2 },
    { status: 'insufficient', balance: 2 },
    { status: 'spent', balance: 2 },
    { status: 'spent', balance: 0 },
    { status: 'insufficient', balance: 0 },
  ]);
});

test('accounts don’t affect each other, and results are in the order of the items', async () => {
  const [rich, poor] = [await accountWith(9), await accountWith(1)];
  const items = [...spends(rich, [3]), ...spends(poor, [1, 1]), ...spends(rich, [6])];
  assert.deepEqual(await spendNow(items), [
    { status: 'spent', balance: 6 },
    { status: 'spent', balance: 0 },
    { status: 'insufficient', balance: 0 },
    { status: 'spent', balance: 0 },
  ]);
});

test('one spend may take from several lots, and several from one, soonest expiry first', async () => {
  const account = await accountWith(4);
  const soon = new Date(Date.now() + dayMs);
  const first = await givenCredits(db, account, 5, { expiresAt: soon });
  await spendNow(spends(account, [2, 4, 1]));
  const drawn = (await historyOf(db, account, { limit: 4 })).map(({ credits, lot }) => [
    credits,
    lot.id === first,
  ]);
  assert.deepEqual(drawn.reverse(), [
    [2, true],
    [3, true],
    [1, false],
    [1, false],
  ]);
});

test('a key spends once, in one batch, in several, and alone', async () => {
  const account = await accountWith(10);
  const item = spends(account, [3])[0]!;
  assert.deepEqual(await spendNow([item, item]), [
    { status: 'spent', balance: 7 },
    { status: 'replayed', balance: 7 },
  ]);
  await spendNow(spends(account, [2]));
  assert.deepEqual(await spendNow([item]), [{ status: 'replayed', balance: 7 }]);
  assert.deepEqual(await spendOne(pool, item), { status: 'replayed', balance: 7 });
  assert.equal(await availableOf(account), 5);
});

test('a key that was used for another amount is reported and spends nothing', async () => {
  const account = await accountWith(10);
  const item = spends(account, [3])[0]!;
  const other = { ...item, amount: 4 };
  assert.deepEqual(await spendNow([item, other]), [
    { status: 'spent', balance: 7 },
    { status: 'other_amount', balance: 7 },
  ]);
  assert.deepEqual(await spendNow([other]), [{ status: 'other_amount', balance: 7 }]);
  assert.deepEqual(await spendOne(pool, other), { status: 'other_amount', balance: 7 });
  assert.equal(await availableOf(account), 7);
});

test('the same key of two accounts is two spends', async () => {
  const [one, other] = [await accountWith(1), await accountWith(1)];
  const key = randomUUID();
  const items = [one, other].map((account) => ({ account, amount: 1, key }));
  assert.deepEqual(await spendNow(items), [
    { status: 'spent', balance: 0 },
    { status: 'spent', balance: 0 },
  ]);
});

test('an account that does not exist is distinguished from one that has nothing', async () => {
  const items = [...spends(2 ** 40, [1, 0]), ...spends(await accountWith(0), [1])];
  assert.deepEqual(await spendNow(items), [
    { status: 'unknown_account', balance: 0 },
    { status: 'spent', balance: 0 },
    { status: 'insufficient', balance: 0 },
  ]);
});

test('a busy account is passed over while the others are served; an amount of 0 needs no lock', async () => {
  const [busy, free] = [await accountWith(5), await accountWith(5)];
  await using _lock = await lockedElsewhere(pool, busy);
  assert.deepEqual(await spendNow([...spends(busy, [1, 0]), ...spends(free, [1])]), [
    { status: 'busy' },
    { status: 'spent', balance: 5 },
    { status: 'spent', balance: 4 },
  ]);
});

test('an item that needs a credit without spending it is refused when none is left, and waits for the account', async () => {
  const [account, elsewhere] = [await accountWith(1), await accountWith(5)];
  const statusesOf = async (accounts: number[], amounts: number[], needs: number[]) => {
    const keys = amounts.map(() => randomUUID());
    const { rows } = await pool.query(
      'select o_outcome, o_balance from credit_spend_batch($1::bigint[], $2::bigint[], $3::uuid[], false, $4::bigint[])',
      [accounts, amounts, keys, needs],
    );
    return rows.map(({ o_outcome, o_balance }) => [o_outcome, o_balance]);
  };
  const crowd = Array(4).fill(account);
  assert.deepEqual(await statusesOf(crowd, [0, 1, 0, 0], [1, 1, 1, 0]), [
    ['spent', 1],
    ['spent', 0],
    ['insufficient', 0],
    ['spent', 0],
  ]);
  await using _held = await lockedElsewhere(pool, elsewhere);
  assert.deepEqual(await statusesOf([elsewhere, elsewhere], [0, 0], [1, 0]), [
    ['busy', null],
    ['spent', 5],
  ]);
});

test('with wait a busy account is waited for', async () => {
  const account = await accountWith(5);
  const lock = await lockedElsewhere(pool, account);
  const waiting = spendBatch(pool, spends(account, [2]), { wait: true });
  await untilSomebodyWaits(pool);
  await lock[Symbol.asyncDispose]();
  assert.deepEqual(await waiting, [{ status: 'spent', balance: 3 }]);
});

test('a spend that waits too long returns busy, and the others are served', async () => {
  await using own = await testDatabase();
  await own.pool.query("alter function credit_lock set lock_timeout = '20ms'");
  await own.pool.query(`insert into account (account_id) values ('busy'), ('free')`);
  const { rows } = await own.pool.query<{ id: number }>('select id from account order by account_id');
  const [busy, free] = rows.map(({ id }) => id);
  await own.pool.query('select credit_grant(id, $1, id::text, 5, $2, $3, gen_random_uuid()) from account', [
    'operator',
    'infinity',
    '',
  ]);
  await using _lock = await lockedElsewhere(own.pool, busy!);
  assert.deepEqual(
    await spendBatch(own.pool, [...spends(busy!, [1]), ...spends(free!, [1])], { wait: true }),
    [{ status: 'busy' }, { status: 'spent', balance: 4 }],
  );
  assert.deepEqual(await spendOne(own.pool, spends(busy!, [1])[0]!), { status: 'busy' });
});

for (const spend of ['alone', 'in a batch']) {
  test(`a spend ${spend} that waited beyond the end of a lot does not take from it`, async () => {
    await using own = await testDatabase();
    const { account } = await givenAccount(own.db);
    const endsAt = new Date('2026-11-21T10:00:00.000Z');
    const clock = await stopLedgerClock(own.pool, new Date(endsAt.getTime() - 1));
    await own.pool.query(`select credit_grant($1, 'operator', 'ends', 5, $2, '', gen_random_uuid())`, [
      account,
      endsAt,
    ]);
    const lock = await lockedElsewhere(own.pool, account);
    const item = spends(account, [1])[0]!;
    const waiting =
      spend === 'alone'
        ? spendOne(own.pool, item)
        : spendBatch(own.pool, [item], { wait: true }).then(([first]) => first);
    await untilSomebodyWaits(own.pool);
    await clock.set(endsAt);
    await lock[Symbol.asyncDispose]();
    assert.deepEqual(await waiting, { status: 'insufficient', balance: 0 });
  });
}

const key = randomUUID();
const malformed: [string, unknown[]][] = [
  [
    'a negative amount',
    [
      [1, 1],
      [2, -1],
      [key, key],
    ],
  ],
  [
    'an item without an amount',
    [
      [1, 1],
      [2, null],
      [key, key],
    ],
  ],
  [
    'an item without an account',
    [
      [1, null],
      [2, 1],
      [key, key],
    ],
  ],
  [
    'an item without a key',
    [
      [1, 1],
      [2, 1],
      [key, null],
    ],
  ],
  ['fewer amounts than accounts', [[1, 1], [2], [key, key]]],
  ['fewer accounts than keys', [[1], [2, 1], [key, key]]],
];

for (const [what, values] of malformed) {
  test(`a batch with ${what} is refused whole`, async () => {
    const asked = pool.query('select credit_spend_batch($1::bigint[], $2::bigint[], $3::uuid[])', values);
    await assert.rejects(asked, { code: 'CR005' });
  });
}

test('another function can spend and write in one statement, all or nothing', async () => {
  const account = await accountWith(1);
  await pool.query('create table answered (account bigint, key uuid)');
  await pool.query(`
    create function answer_batch(p_account bigint[], p_amount bigint[], p_key uuid[]) returns bigint language plpgsql as $$
    declare
      v_kept bigint;
    begin
      with paid as materialized (select o_ord, o_outcome from credit_spend_batch(p_account, p_amount, p_key)),
      kept as (
        insert into answered select p_account[o_ord], p_key[o_ord] from paid where o_outcome = 'spent' returning 1
      )
      select count(*) into v_kept from kept;
      return v_kept;
    end $$`);
  const items = spends(account, [1, 1, 0]);
  const { rows } = await pool.query('select answer_batch($1::bigint[], $2::bigint[], $3::uuid[]) as kept', [
    items.map((item) => item.account),
    items.map((item) => item.amount),
    items.map((item) => item.key),
  ]);
  assert.deepEqual(rows, [{ kept: 2 }]);
});
