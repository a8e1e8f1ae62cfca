import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import Type from 'typebox';
import { checkReplica } from '#app/doctor/check-replica.ts';
import { manifest as everyDomain } from '#app/manifest.ts';
import { readConfig } from '#app/start/config.ts';
import { domain } from '#core/domain.ts';
import { admin } from '#core/door.ts';
import { manifestOf } from '#core/manifest.ts';
import { operation } from '#core/operation.ts';
import { kyselyOn, openPool } from '#platform/database/pools.ts';
import { openReplica } from '#platform/database/replica.ts';
import { quiet } from './support/contact-sources.ts';
import { type TestDatabase, testDatabase } from './support/database.ts';
import { eventually } from './support/eventually.ts';
import { customer, find, importRows } from './support/kit.ts';
import { type TestService, testService } from './support/service.ts';
import { startTwoServers, type TwoServers } from './support/two-servers.ts';

/** The service on a primary with a standby. */
let servers: TwoServers;
let database: TestDatabase;
let service: TestService;
let environment: Record<string, string>;

/** Runs in the middle of a read. */
let halfWay = async () => {};

/** Says which server answers. */
const probe = (verb: string, readsMayLag: boolean) =>
  operation({
    id: `where.${verb}-server`,
    summary: 'Say which server reads',
    kind: 'query',
    share: 'reports',
    readsMayLag,
    doors: [admin('GET', `/api/v1/admin/where/${verb}`)],
    output: Type.Object({ standby: Type.Boolean() }),
    async run({ db }) {
      const ask = () => sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db);
      await ask();
      await halfWay();
      return (await ask()).rows[0]!;
    },
  });
const where = domain({
  id: 'where',
  title: 'Where',
  description: 'A test.',
  operations: [probe('lagging', true), probe('current', false)],
});

before(async () => {
  servers = await startTwoServers();
  const pool = openPool(servers.a.url, 10, quiet);
  database = {
    ...{ name: 'postgres', url: servers.a.url, pool, db: kyselyOn(pool) },
    [Symbol.asyncDispose]: () => pool.end(),
  };
  environment = { DATABASE_URL: servers.a.url, DATABASE_READ_URL: servers.b.url };
  service = await testService({
    ...{ database, environment },
    manifest: manifestOf([...everyDomain.domains, where]),
  });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await servers[Symbol.asyncDispose]();
});

const isStandbys = async (verb: string) => {
  const answer = await service.admin('GET', `/api/v1/admin/where/${verb}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().standby;
};
const used = async () => /^contactry_replica_used (\d)$/m.exec(await service.app.metrics.metrics())?.[1];
const findings = async () => (await checkReplica(readConfig(environment))).map(({ state }) => state);

test('what may be old is read from the standby, and nothing else, such as lookups', async () => {
  await eventually(async () => assert.equal(await isStandbys('lagging'), true));
  assert.equal(await isStandbys('current'), false);
  assert.equal(await used(), '1');
  assert.deepEqual(await findings(), ['ok']);

  await importRows(service, 'profile_url,email\ngithub.com/asha-example,asha@works.example.com\n');
  const buyer = await customer(service, 5);
  const people = () => servers.b.ask("select pg_stat_get_numscans('directory_profile_pkey'::regclass)");
  const scans = await people();
  assert.equal((await find(service, buyer, 'github.com/asha-example')).statusCode, 200);
  assert.deepEqual(await people(), scans);
});

test('each operation that may be answered by a replica only reads', async () => {
  const db = service.app.kernel.ports.replica.db();
  assert.ok(db);
  await assert.rejects(sql`create table note (text text)`.execute(db), { code: '25006' });
  await eventually(async () => assert.equal(await isStandbys('lagging'), true));
  const { accountId } = await customer(service);
  const declared = everyDomain.operations.filter(({ readsMayLag }) => readsMayLag);
  const { replica } = service.app.kernel.ports;
  const fall = test.mock.method(replica, 'hasFailed');
  for (const { doors, example = {}, id } of declared) {
    const door = doors.find(({ access }) => access === 'internal' || access === 'admin')!;
    const path = door.path.replace('{account_id}', accountId);
    const given = { month: '2026-11', section: 'b2b', ...example, account_id: accountId };
    const ask = door.access === 'admin' ? service.admin : service.internal;
    const known = Object.fromEntries(
      Object.entries(given).filter(([name]) => !door.path.includes(`{${name}}`) && name in inputOf(id)),
    );
    const answer = await ask('GET', `${path}?${new URLSearchParams(known as Record<string, string>)}`);
    assert.equal(answer.statusCode, 200, `${id}: ${answer.body}`);
  }
  assert.ok(declared.length > 5);
  assert.equal(fall.mock.callCount(), 0);
});

const inputOf = (id: string) => everyDomain.operations.find((one) => one.id === id)!.input.properties;

test('a standby that stops in the middle of a read loses no call, and is used again when it is back', async () => {
  halfWay = async () => {
    halfWay = async () => {};
    await servers.b.kill();
  };
  assert.equal(await isStandbys('lagging'), false);
  assert.equal(await isStandbys('lagging'), false);
  assert.equal(await used(), '0');
  assert.deepEqual(await findings(), ['fault']);
  await servers.a.waitFor('');
  await servers.b.start();
  await eventually(async () => assert.equal(await isStandbys('lagging'), true));
});

test('a standby that is too far behind is not read until it has caught up', async () => {
  await servers.b.ask('select pg_wal_replay_pause()');
  await service.admin('PATCH', '/api/v1/admin/platform', {
    settings: { replica_lag_seconds_max: 3 },
    reason: 'a test',
  });
  await eventually(async () => {
    await service.database.pool.query('select pg_logical_emit_message(true, $1, $2)', ['test', 'more']);
    assert.equal(await isStandbys('lagging'), false);
  }, 100);
  await servers.b.ask('select pg_wal_replay_resume()');
  await eventually(async () => assert.equal(await isStandbys('lagging'), true), 100);
});

/** The first line that a process logs about the replica in `url`, and whether it reads there. */
async function judged(url: string) {
  const lines: string[] = [];
  const say = (fields: object, text: string) => lines.push(`${text} ${JSON.stringify(fields)}`);
  const log = { ...quiet, info: say, warn: say };
  let nowMs = 0;
  await using replica = openReplica({
    ...{ url, primary: database.pool, connections: 1, lagSecondsMax: () => 60, log },
    nowMs: () => (nowMs += 3_000),
  });
  await eventually(async () => assert.equal(lines.length, 1), 100);
  return { line: lines[0]!, isUsed: replica.db() !== null };
}

test('a standby is used from its first line in the log on, and a database of another server never', async () => {
  await using other = await testDatabase();
  assert.deepEqual(await judged(servers.b.url), {
    line: 'reads that may be old go to the replica {}',
    isUsed: true,
  });
  const { line, isUsed } = await judged(other.url);
  assert.match(line, /the primary answers .*"reason":"it is of another server/);
  assert.equal(isUsed, false);
  const found = await checkReplica(readConfig({ ...environment, DATABASE_READ_URL: other.url }));
  assert.match(found[0]!.says, /not used: it is of another server/);
});

test('a standby that was promoted is not read: it has another history', async () => {
  await servers.a.waitFor('');
  await servers.b.promote();
  const { line, isUsed } = await judged(servers.b.url);
  assert.match(line, /"reason":"it follows another primary \(timeline 2; the primary is on 1\)/);
  assert.equal(isUsed, false);
});
