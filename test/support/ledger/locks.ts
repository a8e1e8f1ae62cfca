import assert from 'node:assert/strict';
import type pg from 'pg';
import { eventually } from '../eventually.ts';

/** Holds an account's lock in a separate transaction, like another process, until disposed. */
export async function lockedElsewhere(pool: pg.Pool, account: number): Promise<AsyncDisposable> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from credit_account where account = $1 for no key update', [account]);
  return {
    async [Symbol.asyncDispose]() {
      await client.query('commit');
      client.release();
    },
  };
}

/** Resolves once a statement in the pool's database waits for a lock. */
export const untilSomebodyWaits = (pool: pg.Pool): Promise<void> =>
  eventually(async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    assert.ok(rowCount! > 0, 'nothing waits for a lock');
  });
