import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import { lockedElsewhere } from '#test/support/ledger/locks.ts';
import { fc } from '#test/support/properties.ts';
import { balanceOf } from './index.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db, pool } = database;

interface Item {
  account: number;
  amount: number;
  need: number;
  key: string;
}

interface Spent {
  outcome: string;
  balance: number;
}

const columns = (items: readonly Item[]) =>
  (['account', 'amount', 'need', 'key'] as const).map((name) => items.map((item) => item[name]));

const ones = (items: readonly Item[]) =>
  outcomes(
    `select o_ord, o_outcome as outcome, o_balance as balance
    from credit_spend_ones($1, $2, $3, $4, credit_lock($1, false), ledger_now()) order by o_ord`,
    columns(items),
  );

function batch(items: readonly Item[]): Promise<Spent[]> {
  const [accounts, amounts, needs, keys] = columns(items);
  return outcomes(
    'select o_ord, o_outcome as outcome, o_balance as balance from credit_spend_batch($1, $2, $3, false, $4) order by o_ord',
    [accounts, amounts, keys, needs],
  );
}

const outcomes = async (text: string, values: unknown[]): Promise<Spent[]> =>
  (await pool.query<Spent>(text, values)).rows.map(({ outcome, balance }) => ({ outcome, balance }));

/** An account with a lot of each of these sizes. The first expires first. */
async function accountWith(lots: readonly number[]): Promise<number> {
  const { account } = await givenAccount(db);
  for (const [at, credits] of lots.entries())
    await givenCredits(db, account, credits, { expiresAt: new Date(Date.now() + (at + 1) * 3_600_000) });
  return account;
}

test('spends end as those of credit_spend_batch do, item by item and lot by lot', async () => {
  const lots = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 });
  const item = fc.record({ which: fc.nat(1), amount: fc.nat(1), needs: fc.boolean() });
  const left =
    'select source, avail, spent, closed_at is null as open from credit_lot where account = any ($1) order by id';

  await fc.assert(
    fc.asyncProperty(
      fc.tuple(lots, lots),
      fc.array(item, { minLength: 1, maxLength: 12 }),
      async (given, wanted) => {
        const copies = [await Promise.all(given.map(accountWith)), await Promise.all(given.map(accountWith))];
        const itemsOf = (accounts: number[]) =>
          wanted.map(({ which, amount, needs }) => ({
            account: accounts[which]!,
            amount,
            need: needs ? 1 : amount,
            key: randomUUID(),
          }));

        assert.deepEqual(await ones(itemsOf(copies[0]!)), await batch(itemsOf(copies[1]!)));
        const [one, other] = await Promise.all(copies.map((accounts) => pool.query(left, [accounts])));
        const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
        assert.deepEqual(sorted(one!.rows), sorted(other!.rows));
      },
    ),
    { numRuns: 25 },
  );
  assert.deepEqual((await pool.query('select * from credit_reconcile()')).rows, []);
});

test('an account that another process holds is busy, and only its items', async () => {
  const [held, free] = [await accountWith([2]), await accountWith([2])];
  await using _ = await lockedElsewhere(pool, held);
  const items = [held, free].map((account) => ({ account, amount: 1, need: 1, key: randomUUID() }));

  assert.deepEqual(
    (await ones(items)).map(({ outcome }) => outcome),
    ['busy', 'spent'],
  );
  assert.equal((await balanceOf(db, held)).balance, 2);
});

test('a key that is known already undoes the whole batch', async () => {
  const account = await accountWith([3]);
  const item = { account, amount: 1, need: 1, key: randomUUID() };
  await ones([item]);

  await assert.rejects(ones([{ ...item, key: randomUUID() }, item]), { code: '23505' });
  assert.equal((await balanceOf(db, account)).balance, 2);
});
