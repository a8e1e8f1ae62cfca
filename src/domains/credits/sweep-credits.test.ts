import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runJob } from '#test/support/jobs.ts';
import { type LedgerClock, stopLedgerClock } from '#test/support/ledger/clock.ts';
import { openHold } from '#test/support/ledger/statements.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { sweepExpiredCredits } from './sweep-credits.ts';

const grantedAt = new Date('2026-11-21T09:00:00.000Z');
const endsAt = new Date('2026-12-21T09:00:00.000Z');

let service: TestService;
let clock: LedgerClock;
before(async () => {
  service = await testService();
  clock = await stopLedgerClock(service.database.pool, grantedAt);
});
after(() => service[Symbol.asyncDispose]());

const query = async (text: string, values?: unknown[]) =>
  (await service.database.pool.query(text, values)).rows;

async function sweep(): Promise<object[]> {
  const told: object[] = [];
  const log = { debug() {}, info: (fields: object) => void told.push(fields), warn() {}, error() {} };
  await runJob(service, sweepExpiredCredits, {}, log);
  return told;
}

/** Accounts with a lot each that ends at `endsAt`; their ids. */
async function accountsWithLots(count: number): Promise<number[]> {
  const rows = await query(
    `with made as (
       insert into account (account_id) select gen_random_uuid()::text from generate_series(1, $1) returning id
     )
     select id from made`,
    [count],
  );
  const ids = rows.map((row) => row.id);
  await query(
    `select count(*) from unnest($1::bigint[]) as account (id) cross join lateral
       credit_grant(account.id, 'plan', 'swept ' || account.id, 10, $2, '', gen_random_uuid())`,
    [ids, endsAt],
  );
  return ids;
}

test('one run books all that has expired, however many lots and accounts there are', async () => {
  await clock.set(grantedAt);
  const accounts = await accountsWithLots(1203);
  assert.deepEqual(await sweep(), []);
  await clock.set(endsAt);
  assert.deepEqual(await sweep(), [{ lots: 1203, holds: 0 }]);
  assert.deepEqual(
    await query('select sum(expired)::int as expired, count(closed_at)::int as closed from credit_lot'),
    [{ expired: accounts.length * 10, closed: accounts.length }],
  );
  assert.deepEqual(await sweep(), []);
  assert.deepEqual(await query('select * from credit_reconcile()'), []);
});

test('holds whose lease is over are freed first, so that what they held of an expired lot is booked too', async () => {
  await clock.set(grantedAt);
  const [account] = await accountsWithLots(1);
  const key = '0198bbbb-0000-7000-8000-000000000001';
  await openHold(service.database.db, { account: account!, credits: 4, key, leaseMs: 1000 });
  await clock.set(endsAt);
  assert.deepEqual(await sweep(), [{ lots: 1, holds: 1 }]);
  const books = await query('select avail, held, expired from credit_lot where account = $1', [account]);
  assert.deepEqual(books, [{ avail: 0, held: 0, expired: 10 }]);
});

test('an account that is busy is left for the next run, and the others are swept', async () => {
  await clock.set(grantedAt);
  const [busy, idle] = await accountsWithLots(2);
  await clock.set(endsAt);
  const client = await service.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from credit_account where account = $1 for no key update', [busy]);
    assert.deepEqual(await sweep(), [{ lots: 1, holds: 0 }]);
    await client.query('commit');
  } finally {
    client.release();
  }
  const swept = await query('select account from credit_lot where account in ($1, $2) and expired > 0', [
    busy,
    idle,
  ]);
  assert.deepEqual(swept, [{ account: idle }]);
  assert.deepEqual(await sweep(), [{ lots: 1, holds: 0 }]);
});
