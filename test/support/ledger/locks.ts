import assert from 'node:assert/strict';
import type pg from 'pg';
import { eventually } from '../eventually.ts';

/** Holds the lock of an account's credits, or of its row, in a separate transaction, like another process, until disposed. */
export async function lockedElsewhere(
  pool: pg.Pool,
  account: number,
  row: 'credit_account where account' | 'account where id' = 'credit_account where account',
): Promise<AsyncDisposable> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`select from ${row} = $1 for no key update`, [account]);
  return {
    async [Symbol.asyncDispose]() {
      await client.query('commit');
      client.release();
    },
  };
}

/** Resolves once a statement, or this many, in the pool's database wait for a lock. */
export const untilSomebodyWaits = (pool: pg.Pool, least = 1): Promise<void> =>
  eventually(async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    assert.ok(rowCount! >= least, `${rowCount} statements wait for a lock`);
  });
