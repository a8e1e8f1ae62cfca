import assert from 'node:assert/strict';
import type { TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';

const listening = `from pg_stat_activity
  where application_name = 'contactry listen' and datname = current_database() and query ~ '^(listen|select 1)'`;

/** Server process ids of the connections that our processes listen on. */
export async function listenersOf({ pool }: TestDatabase): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(`select pid ${listening}`);
  return rows.map(({ pid }) => pid);
}

/** Makes the server close all of them at once. */
export async function endListeners(database: TestDatabase): Promise<void> {
  const { rowCount } = await database.pool.query(`select pg_terminate_backend(pid) ${listening}`);
  assert.ok(rowCount! > 0);
}

/** Waits until `count` processes listen, `replaced` of them on connections that aren't in `earlier`. */
export async function untilListening(
  database: TestDatabase,
  count: number,
  { earlier = [], replaced = 0 }: { earlier?: number[]; replaced?: number } = {},
): Promise<void> {
  await eventually(async () => {
    const now = await listenersOf(database);
    const fresh = now.filter((pid) => !earlier.includes(pid));
    assert.deepEqual([now.length, fresh.length >= replaced], [count, true]);
  });
}
