import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { hourMs } from '#core/clock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { startThrowAwayCluster } from '#test/support/throw-away-cluster.ts';
import { stopUsageClock } from '#test/support/usage-events.ts';

// A server of its own: here the service's role is no superuser, and doesn't see what others do.
let cluster: { url: string; stop(): Promise<void> };
let pool: pg.Pool;
before(async () => {
  cluster = await startThrowAwayCluster();
  pool = new pg.Pool({ connectionString: cluster.url });
  await migrate(pool);
});
after(async () => {
  await pool.end();
  await cluster.stop();
});

async function superuser(): Promise<pg.Client> {
  const url = new URL(cluster.url);
  url.username = 'postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  return client;
}

test('an hour waits for what another role has not committed, for six hours after its end', async () => {
  const ends = await pool.query(`select through_hour + interval '1 hour' as at from usage_rolled`);
  const sixHoursAfter = new Date(ends.rows[0].at.getTime() + 6 * hourMs);
  const rollsUp = async (now: Date) => {
    await stopUsageClock(pool, now);
    const { rows } = await pool.query('select usage_roll_up($1) as hour', [now]);
    return rows[0].hour !== null;
  };
  const other = await superuser();
  await other.query('begin');
  await other.query(`insert into usage_event (account, op_key, kind, status, credits, reason, network, door)
    values (1, gen_random_uuid(), 'find', 'completed', 1, 'given', 'linkedin', 'api')`);
  assert.equal(await rollsUp(new Date(sixHoursAfter.getTime() - 1)), false);
  assert.equal(await rollsUp(sixHoursAfter), true);
  await other.query('rollback');
  assert.equal(await rollsUp(new Date(sixHoursAfter.getTime() + hourMs - 1)), true);
  await other.end();
});
