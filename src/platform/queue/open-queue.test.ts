import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PgBoss } from 'pg-boss';
import { manifest as everyDomain } from '#app/manifest.ts';
import type { Log } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import { manifestOf } from '#core/manifest.ts';
import { quiet } from '#test/support/contact-sources.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { testService } from '#test/support/service.ts';
import { renewEveryMs } from './schedules.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
  // The first service of this file makes the queues, as in a new database.
  await database.pool.query('drop schema pgboss cascade');
});
after(async () => {
  await database[Symbol.asyncDispose]();
});

const rows = async (text: string) => (await database.pool.query(text)).rows;

function workerWith(jobs: Job[], log: Log = quiet) {
  const yard = { id: 'yard', title: 'Yard', description: 'A test.', jobs };
  return testService({ database, manifest: manifestOf([...everyDomain.domains, yard]), log });
}

const scheduled = (id: string): Job => ({ id, schedule: '0 4 1 1 *', async run() {} });

test('a job that fails on its last try is logged and raises an alert, until it succeeds again', async () => {
  const said: [string, Record<string, unknown>][] = [];
  const say = (fields: object, message: string) => said.push([message, { ...fields }]);
  let thrown: unknown = new Error('half\0a word');
  const flaky: Job = {
    id: 'yard.flaky',
    retries: { limit: 1, delaySeconds: 0 },
    async run() {
      if (thrown) throw thrown;
    },
  };
  await using service = await workerWith([flaky], { ...quiet, warn: say, error: say });
  await service.app.work();
  const send = () => service.app.kernel.queue.send(database.db, flaky.id, {});
  const alerts = () =>
    rows(
      "select subject, details, resolved_at is null as open from operator_alert where kind = 'job_failed'",
    );

  await send();
  await eventually(async () => assert.equal((await alerts()).length, 1));
  const [job] = await rows(`select id, output from pgboss.job where name = '${flaky.id}'`);
  assert.equal(job.output.message, 'half\uFFFDa word');
  assert.deepEqual(await alerts(), [{ subject: flaky.id, details: { id: job.id, tries: 2 }, open: true }]);
  const failed = said.filter(([, fields]) => fields.job === flaky.id);
  assert.deepEqual(
    failed.map(([message, { id, attempt, tries }]) => [message, id, attempt, tries]),
    [
      ['a job failed', job.id, 1, 2],
      ['a job failed', job.id, 2, 2],
      ['a job failed on its last try', job.id, undefined, 2],
    ],
  );

  thrown = null;
  await send();
  await eventually(async () => assert.equal((await alerts())[0].open, false));
});

test('jobs that wait are taken one right after the other', async () => {
  // One job in two seconds would take longer than a test waits.
  const jobs = 40;
  let done = 0;
  const quick: Job = {
    id: 'yard.quick',
    run: async () => {
      done += 1;
    },
  };
  await using service = await workerWith([quick]);
  for (let job = 0; job < jobs; job += 1) await service.app.kernel.queue.send(database.db, quick.id, {});
  await service.app.work();
  await eventually(async () => assert.equal(done, jobs));
});

test("a worker of an older release leaves a newer one's schedules alone", async () => {
  const schedules = () => rows("select name from pgboss.schedule where name like 'yard.%'");
  await using newer = await workerWith([scheduled('yard.sweep')]);
  await newer.app.work();
  await using older = await workerWith([]);
  await older.app.work();
  assert.deepEqual(await schedules(), [{ name: 'yard.sweep' }]);
});

test('a worker puts its schedules back every ten minutes', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  await using worker = await workerWith([scheduled('yard.rake')]);
  await worker.app.work();
  await database.pool.query("delete from pgboss.schedule where name = 'yard.rake'");
  t.mock.timers.tick(renewEveryMs);
  t.mock.timers.reset();
  const back = () => rows("select from pgboss.schedule where name = 'yard.rake'");
  await eventually(async () => assert.equal((await back()).length, 1));
});

test('a job receives the stop signal before its time to end is over', async () => {
  const running = Promise.withResolvers<void>();
  let told = false;
  const patient: Job = {
    id: 'yard.patient',
    async run({ signal }) {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      running.resolve();
      await aborted;
      told = true;
    },
  };
  const service = await workerWith([patient]);
  await service.app.work();
  await service.app.kernel.queue.send(database.db, patient.id, {});
  await running.promise;
  await service[Symbol.asyncDispose]();
  assert.ok(told);
  const [job] = await rows(`select state from pgboss.job where name = '${patient.id}'`);
  assert.equal(job.state, 'completed');
});

test('a job whose process was killed is tried again after a minute', async () => {
  const job = scheduled('yard.killed');
  await using service = await workerWith([job]);
  const { kernel } = service.app;
  await kernel.queue.send(database.db, job.id, {});
  const other = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    monitorIntervalSeconds: 1,
    supervise: false,
    schedule: false,
  });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => other.stop());
  await other.start();
  const stateAfter = async (silence: string) => {
    await database.pool.query(
      `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '${silence}'
       where name = '${job.id}'`,
    );
    await database.pool.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null');
    await other.supervise(job.id);
    const [{ state }] = await rows(`select state from pgboss.job where name = '${job.id}'`);
    return state;
  };
  assert.equal(await stateAfter('50 s'), 'active');
  assert.equal(await stateAfter('61 s'), 'retry');
});

test('a queue follows its job that gets a schedule or loses it, with the jobs that wait', async () => {
  const plain = (id: string): Job => ({ id, async run() {} });
  const policies = (table: string) =>
    rows(`select name, policy from pgboss.${table} where name like 'yard.turn%' order by name`);
  {
    await using service = await workerWith([plain('yard.turn-a'), scheduled('yard.turn-b')]);
    for (const id of ['yard.turn-a', 'yard.turn-b']) await service.app.kernel.queue.send(database.db, id, {});
  }
  await using service = await workerWith([scheduled('yard.turn-a'), plain('yard.turn-b')]);
  assert.ok(service);
  const turned = [
    { name: 'yard.turn-a', policy: 'singleton' },
    { name: 'yard.turn-b', policy: 'standard' },
  ];
  assert.deepEqual(await policies('queue'), turned);
  assert.deepEqual(await policies('job'), turned);
});

test('a start gives a queue what its job asks for now, and writes nothing if nothing has changed', async () => {
  const tried = (limit: number): Job => ({ id: 'yard.tried', retries: { limit }, async run() {} });
  const startWith = async (limit: number) => {
    await using service = await workerWith([tried(limit)]);
    assert.ok(service);
    return rows("select retry_limit, updated_on from pgboss.queue where name = 'yard.tried'");
  };
  const [made] = await startWith(2);
  assert.equal(made.retry_limit, 2);
  assert.deepEqual(await startWith(2), [made]);
  const [changed] = await startWith(3);
  assert.equal(changed.retry_limit, 3);
  assert.ok(changed.updated_on > made.updated_on);
});

test('a start that fails at the queues stops the queue again', async (t) => {
  const stop = t.mock.method(PgBoss.prototype, 'stop');
  await assert.rejects(workerWith([{ id: 'yard bad name!', async run() {} }]), /Name can only contain/);
  assert.equal(stop.mock.callCount(), 1);
});
