import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type pg from 'pg';
import { testDatabase } from '#test/support/database.ts';

/** Statistics of the ledger's own tables. They reach the view when the session flushes them. */
async function wholeReads(client: pg.PoolClient): Promise<number> {
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query<{ scans: number }>(
    `select sum(seq_scan)::bigint as scans from pg_stat_user_tables where relname ~ '^credit_'`,
  );
  return rows[0]!.scans;
}

const statements: [string, (account: number) => unknown[]][] = [
  [
    `select credit_grant($1, 'operator', $2, 50, 'infinity', '', gen_random_uuid())`,
    (account) => [account, randomUUID()],
  ],
  [
    'select credit_spend_batch($1::bigint[], $2::bigint[], $3::uuid[])',
    (account) => [
      [account, account],
      [1, 2],
      [randomUUID(), randomUUID()],
    ],
  ],
  [
    `select credit_hold_close($1, o_hold, 1, 'settled') from credit_hold_open($1, 2, $2, '1 hour')`,
    (account) => [account, randomUUID()],
  ],
  [`select credit_hold_open($1, 1, $2, '0')`, (account) => [account, randomUUID()]],
  ['select credit_sweep_holds(10)', () => []],
  ['select credit_sweep_lots(10)', () => []],
  [
    `select credit_revoke($1, (select max(id) from credit_lot), 1, $2, '')`,
    (account) => [account, randomUUID()],
  ],
  [
    `select credit_refund($1, op_key, gen_random_uuid(), '') from credit_ledger where account = $1 and id > 0 order by id desc limit 1`,
    (account) => [account],
  ],
];

test('nothing that moves credits reads a table whole, even when it was planned on tables known to be empty', async () => {
  await using database = await testDatabase();
  const client = await database.pool.connect();
  try {
    await client.query('analyze');
    const { rows } = await client.query<{ id: number }>(
      `insert into account (account_id) values ('planned') returning id`,
    );
    const before = await wholeReads(client);
    for (let round = 0; round < 10; round += 1) {
      for (const [statement, values] of statements) await client.query(statement, values(rows[0]!.id));
    }
    assert.equal((await wholeReads(client)) - before, 0);
  } finally {
    client.release();
  }
});
