import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { readConfig } from '#app/start/config.ts';
import { openAlerts } from '#domains/audit/index.ts';
import { tryLogin } from '#platform/database/pipeline.ts';
import { quiet } from '#test/support/contact-sources.ts';
import { eventually } from '#test/support/eventually.ts';
import { whileStatementsFail } from '#test/support/failing-database.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { lookLog, openProcesses } from './processes.ts';
import { backlog, workersAlive } from './sql.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const statusOf = async (path: string) => (await service.request('GET', path)).statusCode;
const componentsOf = async () => {
  const { components } = (await service.request('GET', '/api/v1/status')).json();
  return Object.fromEntries(components.map(({ name, status }: Record<string, string>) => [name, status]));
};

for (const [sqlState, words] of [
  ['53100', 'has a full disk'],
  ['28P01', 'refuses the password'],
  ['25006', 'takes no writes'],
  ['42501', 'denies the rights to write'],
] as const) {
  test(`health and readiness are 503 while the database ${words}, and 200 after that`, async () => {
    await whileStatementsFail(sqlState, async () => {
      for (const path of ['/ready', '/api/v1/health'])
        await eventually(async () => assert.equal(await statusOf(path), 503));
      assert.equal((await componentsOf()).database, 'down');
    });
    for (const path of ['/ready', '/api/v1/health'])
      await eventually(async () => assert.equal(await statusOf(path), 200));
  });
}

test('a database that refuses the process is logged once, with what to check, until it accepts it', () => {
  const lines: string[] = [];
  const add = (fields: object, message: string) => lines.push(`${JSON.stringify(fields)} ${message}`);
  const report = lookLog({ ...quiet, warn: add, error: add });
  const refusal = Object.assign(new Error('permission denied for table credit_lot'), { code: '42501' });
  for (const fault of [refusal, refusal, null, refusal]) report(fault);
  assert.equal(lines.length, 2);
  assert.match(lines[0]!, /permission denied for table credit_lot.*rights of the user in DATABASE_URL/);
});

test('the check of writes needs new blocks on the disk, which an update in place does not', async () => {
  const client = await service.database.pool.connect();
  const { rows } = await client.query(`select prosrc, proconfig from pg_proc where proname = 'process_beat'`);
  const [, sort] = /perform (sum.*) as sorted;/s.exec(rows[0].prosrc) ?? [];
  assert.ok(rows[0].proconfig.includes('work_mem=64kB'));
  await client.query(`set work_mem = '64kB'`);
  const plan = await client.query(`explain (analyze, format json) select ${sort} as sorted`);
  client.release(true);
  assert.match(JSON.stringify(plan.rows), /"Sort Space Type":"Disk"/);
});

/** The time without a worker, as `otherProcess` measures it. */
let clockMs = 0;

/** Another process on the same database. */
function otherProcess(ROLE: string) {
  const { pool, db } = service.database;
  const config = readConfig({ NODE_ENV: 'test', ROLE });
  const ports = { db } as TestService['app']['kernel']['ports'];
  return openProcesses({
    ports,
    tryLogin: () => tryLogin(pool),
    config,
    log: quiet,
    processId: randomUUID(),
    version: '2.0.0',
    nowMs: () => clockMs,
  });
}

const alerts = () => openAlerts(service.database.db, 'no_workers');

test('without a worker for 30 seconds one alert opens and the status is degraded; a worker closes it', async () => {
  const api = otherProcess('api');
  await api.probe();
  clockMs += 29_999;
  await api.look();
  assert.deepEqual(await alerts(), []);
  clockMs += 1;
  await api.look();
  await api.look();
  assert.equal((await alerts()).length, 1);
  assert.equal(api.hasNoWorkers(), true);

  const worker = otherProcess('worker');
  worker.takesJobs();
  await worker.probe();
  assert.equal((await workersAlive(service.database.db, 30)).alive, 1);
  await api.look();
  assert.equal(api.hasNoWorkers(), false);
  assert.deepEqual(await alerts(), []);

  await worker.close();
  assert.equal((await workersAlive(service.database.db, 30)).alive, 0);
  await api.close();
});

test('a restart of the only worker opens no alert; one that does not return does after 30 seconds', async () => {
  const api = otherProcess('api');
  const worker = otherProcess('worker');
  worker.takesJobs();
  await worker.probe();
  clockMs += 60_000;
  await api.look();
  await worker.close();
  clockMs += 25_000;
  await api.look();
  assert.deepEqual(await alerts(), []);
  assert.equal(api.hasNoWorkers(), false);

  const restarted = otherProcess('worker');
  restarted.takesJobs();
  await restarted.probe();
  await api.look();
  await restarted.close();
  clockMs += 25_000;
  await api.look();
  assert.deepEqual(await alerts(), []);
  clockMs += 5_000;
  await api.look();
  assert.equal((await alerts()).length, 1);
  await api.close();
});

test('a worker that was killed stops counting when it has been silent for 30 seconds', async () => {
  const worker = otherProcess('worker');
  worker.takesJobs();
  await worker.probe();
  const silentFor = (seconds: number) =>
    service.database.pool.query(
      'update running_process set seen_at = clock_timestamp() - make_interval(secs => $1)',
      [seconds],
    );
  const api = otherProcess('api');
  await silentFor(25);
  assert.equal((await workersAlive(service.database.db, 30)).alive, 1);
  await api.look();
  assert.equal(api.hasNoWorkers(), false);
  await silentFor(31);
  assert.equal((await workersAlive(service.database.db, 30)).alive, 0);
  // The 25 seconds before the last look count.
  clockMs += 6_000;
  await api.look();
  assert.equal(api.hasNoWorkers(), true);
  await worker.close();
  await api.close();
});

test('waiting jobs and the age of the oldest are in the metrics, by queue', async () => {
  await service.app.kernel.queue.send(service.database.db, 'idempotency.forget-answers', {});
  await service.database.pool.query(
    `update pgboss.job set start_after = now() - interval '90 s' where state < 'active'`,
  );
  const [background, customer] = (await backlog(service.database.db)).sort((a, b) =>
    a.queue < b.queue ? -1 : 1,
  );
  assert.deepEqual([background?.queue, background?.jobs, customer?.jobs], ['background', 1, 0]);
  const text = await service.app.metrics.metrics();
  assert.match(text, /contactry_jobs_waiting\{queue="background"\} 1\n/);
  assert.match(text, /contactry_jobs_waiting\{queue="customer"\} 0\n/);
  assert.match(text, /contactry_jobs_oldest_seconds\{queue="background"\} (9\d|\d{3,})/);
  assert.match(text, /contactry_workers 0\n/);
});

test('metrics are named as promtool check metrics wants it', async () => {
  const text = await service.app.metrics.metrics();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type] as const);
  const counters = types.filter(([name]) => name!.endsWith('_total'));
  assert.deepEqual(
    counters.filter(([, type]) => type !== 'counter'),
    [],
  );
  assert.deepEqual(
    types.filter(([name, type]) => type === 'counter' && !name!.endsWith('_total')),
    [],
  );
  const helps = new Set([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name));
  assert.deepEqual(
    types.filter(([name]) => !helps.has(name)),
    [],
  );
  // Base units, and no type or unit abbreviated in a name.
  assert.deepEqual(
    types.filter(([name]) =>
      /_(milliseconds|ms|kilobytes|minutes|hours|gauge|counter|histogram)(_|$)/.test(name!),
    ),
    [],
  );
});
