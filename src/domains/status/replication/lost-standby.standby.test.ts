import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { checkDatabase } from '#app/doctor/check-database.ts';
import { readConfig } from '#app/start/config.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import { quiet } from '#test/support/contact-sources.ts';
import { eventually } from '#test/support/eventually.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { startTwoServers, type TwoServers } from '#test/support/two-servers.ts';
import { cellReason } from './rules.ts';
import { replicatedTables } from './sql.ts';

let servers: TwoServers;
let service: TestService;
const stack = new AsyncDisposableStack();
before(async () => {
  servers = stack.use(await startTwoServers());
  const { url } = servers.a;
  const pool = stack.adopt(openPool(url, 10, quiet), (open) => open.end());
  const database = { name: 'postgres', url, pool, db: kyselyOn(pool), [Symbol.asyncDispose]: async () => {} };
  service = stack.use(await testService({ database, environment: { DATABASE_URL: url } }));
});
after(() => stack.disposeAsync());

const found = async () =>
  (await checkDatabase(readConfig({ DATABASE_URL: servers.a.url }))).filter(
    ({ check }) => check === 'replication',
  );
const ready = () => service.request('GET', '/ready');
const stuck = async () =>
  Number(/^contactry_commits_waiting (\d+)$/m.exec(await service.app.metrics.metrics())?.[1]);

test('with its standby, the service is ready, and doctor says who confirms', async () => {
  await eventually(async () => assert.equal((await ready()).statusCode, 200));
  assert.deepEqual(
    (await found()).map(({ state, says }) => `${state} ${says}`),
    ['ok The servers that confirm commits are connected: b.'],
  );
  assert.equal(await stuck(), 0);
});

test('without it, readiness is 503 with a reason, and doctor and the metric name what waits', async () => {
  await servers.b.kill();
  await eventually(async () => {
    const answer = await ready();
    assert.equal(answer.statusCode, 503);
    assert.match(answer.json().detail, /has not confirmed a write for 5 seconds/);
  });
  const { components } = (await service.request('GET', '/api/v1/status')).json();
  assert.deepEqual(components[1], { name: 'database', status: 'down' });
  await eventually(async () => {
    const [finding] = await found();
    assert.equal(finding?.state, 'fault');
    assert.match(finding.says, /waits? for a server of synchronous_standby_names \(b\)/);
    assert.ok((await stuck()) > 0);
  });
  await servers.a.waitFor('');
  await eventually(async () => assert.equal((await ready()).statusCode, 200));
  assert.equal(await stuck(), 0);
});

test('a subscription that is disabled, or whose server is away, is the reason why a cell is behind', async () => {
  const { pool, db } = service.database;
  const reason = async () => cellReason(await replicatedTables(db));
  assert.match((await reason()) ?? '', /no subscription has the table directory_former/);
  await pool.query(
    `create subscription cell_a connection 'host=127.0.0.1 port=1' publication contactry_directory with (connect = false)`,
  );
  await pool.query(
    `insert into pg_subscription_rel (srsubid, srrelid, srsubstate)
     select pg_subscription.oid, to_regclass(one), 'r' from pg_subscription,
       unnest(array['directory_profile', 'directory_former', 'suppression', 'suppression_withdrawal']) as one`,
  );
  assert.equal(await reason(), 'the subscription cell_a is disabled');
  await pool.query('alter subscription cell_a enable');
  await eventually(async () => assert.match((await reason()) ?? '', /cell_a (doesn't run|for 0 s)/));
});
