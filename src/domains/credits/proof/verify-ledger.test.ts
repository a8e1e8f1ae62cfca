import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runJob } from '#test/support/jobs.ts';
import { givenAccount, givenCredits } from '#test/support/kit.ts';
import { openHold, spendOne } from '#test/support/ledger/statements.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { proveAll, proveSince } from '../index.ts';
import { verifyLedger } from './verify-ledger.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const query = (text: string, values?: unknown[]) => service.database.pool.query(text, values);

/** An account with 10 credits of which 3 are spent and 2 are held. */
async function account(): Promise<{ account: number; accountId: string; lot: number }> {
  const { db, pool } = service.database;
  const { account: id, accountId } = await givenAccount(db);
  const lot = await givenCredits(db, id, 10);
  await spendOne(pool, { account: id, amount: 3, key: randomUUID() });
  await openHold(db, { account: id, credits: 2, key: randomUUID(), leaseMs: 60_000 });
  return { account: id, accountId, lot };
}

/** A change that a person with access to the database could make: it keeps every constraint. */
async function slipIn(lot: number, credits: number): Promise<void> {
  await query('update credit_lot set avail = avail + $2, granted = granted + $2 where id = $1', [
    lot,
    credits,
  ]);
}

async function prove(): Promise<{ errors: number }> {
  let errors = 0;
  const error = () => {
    errors += 1;
  };
  const log = { debug() {}, info() {}, warn() {}, error };
  await runJob(service, verifyLedger, {}, log);
  return { errors };
}

async function alertsAbout(accountId: string) {
  const { rows } = await query(
    `select kind, details, resolved_at from operator_alert where subject = $1 order by id`,
    [`account ${accountId}`],
  );
  return rows;
}

test('books that agree raise no alert', async () => {
  const { accountId } = await account();
  assert.deepEqual(await prove(), { errors: 0 });
  assert.deepEqual(await alertsAbout(accountId), []);
  assert.equal((await query('select from operator_alert')).rowCount, 0);
});

test('credits slipped into a lot raise one alert that names the account, the lot and both numbers', async () => {
  const { account: id, accountId, lot } = await account();
  await account();
  await slipIn(lot, 4);
  assert.deepEqual(await prove(), { errors: 1 });
  assert.deepEqual(await alertsAbout(accountId), [
    {
      kind: 'ledger_mismatch',
      details: {
        account: id,
        mismatches: [
          { lot, what: 'granted', ledger: 10, books: 14 },
          { lot, what: 'avail', ledger: 5, books: 9 },
          { lot: null, what: 'balance', ledger: 5, books: 9 },
        ],
      },
      resolved_at: null,
    },
  ]);
});

test('the same night after night is one alert with the newest numbers; once resolved it is a new one', async () => {
  const { accountId, lot } = await account();
  await slipIn(lot, 1);
  await prove();
  await slipIn(lot, 1);
  await prove();
  const [alert, ...others] = await alertsAbout(accountId);
  assert.deepEqual([alert.details.mismatches[0].books, others.length], [12, 0]);
  await query('update operator_alert set resolved_at = now() where subject = $1', [`account ${accountId}`]);
  await prove();
  assert.equal((await alertsAbout(accountId)).length, 2);
});

test('ledger rows of no account are found too', async () => {
  const nobody = 2 ** 40;
  await query(
    `insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at)
     values ($1, gen_random_uuid(), 1, 1, 5, 5, now())`,
    [nobody],
  );
  await prove();
  assert.equal((await alertsAbout(`#${nobody}`)).length, 1);
});

test('what is wrong is found in whatever parts the accounts are taken', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, account));
  for (const { lot } of made) await slipIn(lot, 1);
  const ids = new Set(made.map((each) => each.account));
  const { db } = service.database;
  for (const accountsMax of [1, 2, 3, 1000]) {
    const since = (await Array.fromAsync(proveSince(db, { accountsMax }))).flat();
    const all = (await Array.fromAsync(proveAll(db, { accountsMax }))).flatMap((each) => each.mismatches);
    for (const found of [since, all]) {
      const accounts = new Set(found.map((each) => each.account));
      assert.deepEqual(ids.difference(accounts), new Set(), `${accountsMax} at once`);
    }
  }
});

test('the proof grows with the number of lots, not with its square', async () => {
  const accounts = 3000;
  await query(`insert into account (account_id) select 'one of many ' || n from generate_series(1, $1) n`, [
    accounts,
  ]);
  await query(
    `select count(*) from account cross join generate_series(1, 4) n
     cross join lateral credit_grant(account.id, 'plan', account.id || '/' || n, 5, 'infinity', '', gen_random_uuid())
     where account_id like 'one of many %'`,
  );
  const many = "(select id from account where account_id like 'one of many %')";
  const bounds = await query(`select min(id) as first, max(id) as last from account where id in ${many}`);
  const { first, last } = bounds.rows[0];
  const tenth = await rowsRead(first, first + Math.floor((last - first) / 10));
  const whole = await rowsRead(first, last);
  assert.ok(tenth > accounts / 10, `${tenth} rows`);
  // The square would be a hundred times as many.
  assert.ok(whole < 20 * tenth, `${whole} rows for ten times as many lots as the ${tenth} are for`);
});

interface PlanNode {
  [figure: string]: unknown;
  Plans?: PlanNode[];
}

/** How many rows the steps of a proof read, those that a filter threw away included. */
async function rowsRead(first: number, last: number): Promise<number> {
  const explained = await query(
    `explain (analyze, timing off, format json) select * from credit_reconcile(${first}, ${last})`,
  );
  const rowsOf = ({ Plans = [], ...figures }: PlanNode): number => {
    const each = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Join Filter'];
    const own = each.reduce((sum, figure) => sum + Number(figures[figure] ?? 0), 0);
    return Plans.reduce((sum, plan) => sum + rowsOf(plan), own * Number(figures['Actual Loops'] ?? 1));
  };
  return rowsOf(explained.rows[0]['QUERY PLAN'][0].Plan);
}
