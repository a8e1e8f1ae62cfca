/** The database's password changes while the service runs, and is set back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import { quiet } from './support/contact-sources.ts';
import { eventually } from './support/eventually.ts';
import { type TestService, testService } from './support/service.ts';
import { startThrowAwayCluster } from './support/throw-away-cluster.ts';

let cluster: Awaited<ReturnType<typeof startThrowAwayCluster>>;
let service: TestService;
before(async () => {
  cluster = await startThrowAwayCluster();
  const pool = openPool(cluster.url, 10, quiet);
  const database = { name: 'contactry', url: cluster.url, pool, db: kyselyOn(pool) };
  service = await testService({ database: { ...database, [Symbol.asyncDispose]: () => pool.end() } });
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await service?.database.pool.end();
  await cluster?.stop();
});

const statusOf = async (path: string) => (await service.request('GET', path)).statusCode;
const find = () =>
  service.withKey(`cty_live_${'0'.repeat(32)}`, 'POST', '/api/v1/find', {
    profile_url: 'github.com/asha-example',
  });

test('a refused login is a lost database, at every door, until it is accepted again', async () => {
  const { pool } = service.database;
  const client = await pool.connect();
  const right = decodeURIComponent(new URL(cluster.url).password);
  const setPassword = (password: string) => client.query(`alter role contactry password '${password}'`);
  for (const path of ['/ready', '/api/v1/health']) assert.equal(await statusOf(path), 200);

  await setPassword('another');
  // Connections that are open still work: only a new login shows that the next one will fail.
  for (const path of ['/ready', '/api/v1/health'])
    await eventually(async () => assert.equal(await statusOf(path), 503));
  assert.equal((await service.request('GET', '/api/v1/status')).json().status, 'down');
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()',
  );
  const refused = await service.admin('GET', '/api/v1/keys/list');
  assert.deepEqual([refused.statusCode, refused.json().code], [503, 'database_unavailable']);

  await setPassword(right);
  client.release();
  for (const path of ['/ready', '/api/v1/health'])
    await eventually(async () => assert.equal(await statusOf(path), 200));
  assert.equal((await service.admin('GET', '/api/v1/keys/list')).statusCode, 200);
  assert.equal((await find()).statusCode, 401);
});
