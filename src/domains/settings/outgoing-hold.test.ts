import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { manifest as everyDomain } from '#app/manifest.ts';
import type { Job } from '#core/job.ts';
import { manifestOf } from '#core/manifest.ts';
import { openAlerts } from '#domains/audit/index.ts';
import { WebhookSender } from '#domains/webhooks/sending/webhook-work.ts';
import { testDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { type TestServiceOptions, testService } from '#test/support/service.ts';
import { IsOutgoingHeld } from './outgoing-hold.ts';

const heldNow = (options: TestServiceOptions) =>
  testService(options).then(async (service) => {
    await using opened = service;
    return opened.app.kernel.ports.use(IsOutgoingHeld)();
  });

/** The server that the database records as its own. */
const moved = {
  'restored on another server': `update database_home set system_identifier = '1'`,
  'restored under another name on the same server': 'update database_home set database_oid = 1',
};

for (const [what, statement] of Object.entries(moved)) {
  test(`a database that was ${what} sends nothing until an operator releases it`, async () => {
    await using database = await testDatabase();
    assert.equal(await heldNow({ database }), false);
    assert.equal(await heldNow({ database }), false);
    await database.pool.query(statement);
    assert.equal(await heldNow({ database }), true);
    assert.equal(await heldNow({ database }), true);
    assert.equal((await openAlerts(database.db, 'outgoing_held')).length, 1);

    await using service = await testService({ database });
    const { version } = (await service.admin('GET', '/api/v1/admin/platform')).json();
    const answer = await service.admin('PATCH', '/api/v1/admin/platform', {
      changes: { outgoing_held: false },
      reason: 'the original is off',
      expected_version: version,
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(service.app.kernel.ports.use(IsOutgoingHeld)(), false);
    assert.deepEqual(await openAlerts(database.db, 'outgoing_held'), []);
    assert.equal(await heldNow({ database }), false);
  });
}

test('a standby that took over is no copy', async () => {
  await using database = await testDatabase();
  await heldNow({ database });
  await database.pool.query(`update database_home set timeline = '00000000'`);
  assert.equal(await heldNow({ database }), false);
});

test('OUTGOING=held holds without a word in the database', async () => {
  await using database = await testDatabase();
  assert.equal(await heldNow({ database, environment: { OUTGOING: 'held' } }), true);
  assert.equal(await heldNow({ database }), false);
});

test('while held, no request leaves and the jobs that send wait; the others run', async () => {
  let calls = 0;
  const receiver = createServer((_, response) => {
    calls += 1;
    response.end();
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const ran: string[] = [];
  const job = (id: string, sends: boolean): Job => ({
    id,
    sends,
    run: async () => void ran.push(id),
  });
  let isOn = 0;
  const always: Job = {
    id: 'yard.always',
    sends: true,
    always: true,
    async run({ signal }) {
      isOn += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      isOn -= 1;
    },
  };
  const jobs = [job('yard.send', true), job('yard.sweep', false), always];
  const yard = { id: 'yard', title: 'Yard', description: 'A test domain.', jobs };
  await using database = await testDatabase();
  await database.pool.query(
    `insert into setting_version (version, changes, reason, actor) values (1, '{"outgoing_held": true}', '', '')`,
  );
  await using service = await testService({
    database,
    manifest: manifestOf([...everyDomain.domains, yard]),
    environment: { SITE_STAND_INS: `https://hooks.example.com=${origin}` },
  });
  const { kernel } = service.app;
  const vendor = () =>
    kernel.ports.use(WebhookSender).send({
      url: `${origin}/hook`,
      headers: {},
      body: '{}',
      signal: AbortSignal.timeout(5000),
    });
  assert.ok('failure' in (await vendor()));
  await service.app.work();
  for (const { id } of jobs.slice(0, 2)) await kernel.queue.send(database.db, id, {});
  await eventually(async () => assert.deepEqual(ran, ['yard.sweep']));
  assert.deepEqual([calls, isOn], [0, 0]);

  const release = (held: boolean, expected_version: number) =>
    service.admin('PATCH', '/api/v1/admin/platform', {
      changes: { outgoing_held: held },
      reason: 'a test',
      expected_version,
    });
  await release(false, 1);
  await eventually(async () => assert.deepEqual([ran, isOn], [['yard.sweep', 'yard.send'], 1]));
  assert.ok('status' in (await vendor()));
  await release(true, 2);
  await eventually(async () => assert.equal(isOn, 0));
  assert.ok('failure' in (await vendor()));
  assert.equal(calls, 1);
  receiver.close();
});
