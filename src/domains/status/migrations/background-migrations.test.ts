import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { BackgroundMigration } from '#core/parts/background-migration.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJobOn, withPort } from '#test/support/jobs.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { BackgroundMigrations, migrateRows } from './migrate-rows.ts';
import { addMigrations } from './sql.ts';

const pets: BackgroundMigration = {
  id: 'pets.count-years',
  release: '3.1.0',
  table: 'pet',
  change: `update pet set years = months / 12 from batch
    where pet.kind = batch.kind and pet.id = batch.id and years is null`,
};
const owners: BackgroundMigration = {
  id: 'owners.mark',
  release: '3.1.0',
  table: 'owner',
  change: 'update owner set marked = true from batch where owner.id = batch.id and not marked',
};
const petCount = 1_000;

let database: TestDatabase;
let service: TestService;
before(async () => {
  database = await testDatabase();
  service = await testService({ database });
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await database?.[Symbol.asyncDispose]();
});
beforeEach(() =>
  database.pool.query(`
    drop table if exists pet, owner, pet_write; drop function if exists wait_for_test;
    create table pet (id uuid default gen_random_uuid(), kind text, months int, years int, primary key (kind, id));
    create table owner (id bigint primary key, marked boolean not null default false);
    insert into pet (kind, months) select 'kind ' || n % 3, 24 from generate_series(1, ${petCount}) n;
    insert into owner select n from generate_series(1, 10) n;
    delete from background_migration`),
);

/** A worker that runs until it is disposed of. */
function startWorker(...migrations: BackgroundMigration[]) {
  const stop = new AbortController();
  const ports = withPort(service.app.kernel.ports, BackgroundMigrations.opened(migrations));
  const ended = runJobOn({ ports, signal: stop.signal }, migrateRows);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}

type Shown = Record<string, unknown> & { id: string; state: string; rows_done: number; pass: number };

const shown = async (): Promise<Shown[]> =>
  (await service.admin('GET', '/api/v1/admin/health')).json().background_migrations;
const stateOf = async ({ id }: BackgroundMigration) => (await shown()).find((one) => one.id === id)?.state;
const finished = (migration: BackgroundMigration) =>
  eventually(async () => assert.equal(await stateOf(migration), 'finished'));
const pause = (paused: boolean, { id } = pets) =>
  service.admin('PATCH', `/api/v1/admin/health/migrations/${id}`, { paused });
const one = async (query: string) => Object.values((await database.pool.query(query)).rows[0])[0];
/** Sessions of this database that wait for such a lock. */
const waitsFor = async (lock: string) =>
  Number(
    await one(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = '${lock}'`,
    ),
  );
/** As a worker adds them. */
const known = (...migrations: BackgroundMigration[]) => addMigrations(database.db, migrations);
/** Counts every write of a pet. */
const countWrites = () =>
  database.pool.query(`
    create table pet_write (id uuid);
    create or replace function note_write() returns trigger language plpgsql as $$
      begin insert into pet_write values (new.id); return new; end $$;
    create trigger noted after update on pet for each row execute function note_write()`);

test('each row is changed once, in the order of the list, and a last pass changes none', async () => {
  await countWrites();
  await using _worker = startWorker(pets, owners);
  await finished(owners);
  assert.equal(await stateOf(pets), 'finished');
  assert.equal(await one('select count(*) from pet where years = 2'), petCount);
  assert.equal(await one('select count(*) from pet_write'), petCount);
  assert.equal(await one('select bool_and(marked) from owner'), true);
  const [first, second] = [...(await shown())].sort((a, b) => b.id.localeCompare(a.id));
  assert.deepEqual([first!.pass, first!.rows_done, first!.rows_about], [2, petCount, petCount]);
  assert.ok(Date.parse(String(second!.moved_at)) >= Date.parse(String(first!.finished_at)));
});

test('two workers at once change each row once', async () => {
  await countWrites();
  await using _first = startWorker(pets);
  await using _second = startWorker(pets);
  await finished(pets);
  assert.equal(await one('select count(*) from pet_write'), petCount);
});

test('a batch that fails takes its position back with it, and the rest continues from there', async () => {
  await database.pool.query(
    `alter table pet add constraint not_all check (kind <> 'kind 2' or years is null)`,
  );
  {
    await using _worker = startWorker(pets);
    await eventually(async () =>
      assert.equal(await one('select waits_for from background_migration'), 'error'),
    );
  }
  const changed = Number(await one('select count(*) from pet where years is not null'));
  assert.equal(Number(await one('select rows_done from background_migration')), changed);
  await database.pool.query(
    'alter table pet drop constraint not_all; update background_migration set worker = null',
  );
  await countWrites();
  await using _worker = startWorker(pets);
  await finished(pets);
  assert.equal(Number(await one('select count(*) from pet_write')), petCount - changed);
});

test('rows that an older release writes behind the position are changed by the next pass', async () => {
  await database.pool.query(`insert into pet (kind, months) values ('a first kind', 36)`);
  await database.pool.query(
    `insert into background_migration (id, release, table_name, position, rows_changed)
     select $1, '3.1.0', 'pet', array['kind 0', max(id::text)], 1 from pet where kind = 'kind 0'`,
    [pets.id],
  );
  await using _worker = startWorker(pets);
  await finished(pets);
  assert.equal(await one(`select years from pet where kind = 'a first kind'`), 3);
});

test('an operator pauses it, it stays where it is, and a finished one begins again', async () => {
  await known(pets);
  assert.equal((await pause(true)).json().state, 'paused');
  await using _worker = startWorker(pets, owners);
  await eventually(async () => assert.equal(await stateOf(owners), 'waiting'));
  const { findings } = (await service.admin('GET', '/api/v1/admin/health')).json();
  const found = findings.filter(({ check }: { check: string }) => check === 'background_migrations');
  assert.match(found[0].says, /^pets\.count-years: 0 of about .* An operator paused it\.$/);
  assert.equal(found[0].state, 'warning');

  assert.equal((await pause(false)).json().state, 'running');
  await finished(owners);
  assert.equal(await one('select count(*) from pet where years is null'), 0);

  await database.pool.query(`update pet set years = null where kind = 'kind 1'`);
  assert.equal((await pause(false)).json().state, 'running');
  await finished(pets);
  assert.equal(await one('select count(*) from pet where years is null'), 0);
});

test('pausing twice, continuing one that runs, and pausing a finished one change nothing', async () => {
  await known(pets);
  await database.pool.query(
    `update background_migration set rows_done = 250, rows_per_second = 90, waits_for = 'locks'`,
  );
  const audited = Number(await one(`select count(*) from audit_entry where event = 'migration.paused'`));
  const [first, second] = await Promise.all([pause(true), pause(true)]);
  assert.deepEqual([first.json().state, second.json()], ['paused', first.json()]);
  assert.deepEqual([first.json().rows_per_second, first.json().waits_for], [0, null]);
  const [third, fourth] = await Promise.all([pause(false), pause(false)]);
  assert.deepEqual([third.json().state, fourth.json()], ['running', third.json()]);
  assert.equal(third.json().rows_done, 250);
  await database.pool.query('update background_migration set finished_at = now()');
  assert.equal((await pause(true)).json().state, 'finished');
  assert.equal(await one('select paused_at from background_migration'), null);
  assert.equal(
    Number(await one(`select count(*) from audit_entry where event = 'migration.paused'`)),
    audited + 2,
  );
  assert.equal((await pause(true, { ...pets, id: 'pets.unknown' })).statusCode, 404);
});

test('one that is paused during a batch ends that batch, and no other process continues it', async () => {
  await database.pool.query(`create function wait_for_test() returns trigger language plpgsql as $$
    begin perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock_shared(1); return new; end $$;
    create trigger waits before update on pet for each statement execute function wait_for_test()`);
  const user = await database.pool.connect();
  await user.query('select pg_advisory_lock(1)');
  await using _first = startWorker(pets);
  await eventually(async () => assert.equal(await waitsFor('advisory'), 1));
  const paused = pause(true);
  await eventually(async () => assert.equal(await waitsFor('transactionid'), 1));
  await user.query('select pg_advisory_unlock(1)');
  user.release();
  assert.equal((await paused).json().state, 'paused');
  const done = (await paused).json().rows_done;
  assert.ok(done > 0 && done < petCount);
  {
    await using _second = startWorker(pets, owners);
    await eventually(async () => assert.equal(await stateOf(owners), 'waiting'));
  }
  assert.equal(Number(await one('select count(*) from pet where years is not null')), done);
  assert.equal(
    Number(await one('select rows_done from background_migration where paused_at is not null')),
    done,
  );
  await pause(false);
  await finished(pets);
});

test('those behind another wait for their turn: they don’t count as idle, nor as running', async () => {
  await known(pets, owners);
  await database.pool.query(
    `update background_migration set moved_at = now() - interval '2 hours' where id = $1`,
    [owners.id],
  );
  const found = async () =>
    (await service.admin('GET', '/api/v1/admin/health'))
      .json()
      .findings.filter(({ check }: { check: string }) => check === 'background_migrations')
      .map(({ state, says }: { state: string; says: string }) => `${state} ${says}`);
  const idle = async () =>
    /idle_seconds\{migration="owners.mark"\} (\d+)/.exec(await service.app.metrics.metrics())?.[1];
  assert.deepEqual([await stateOf(pets), await stateOf(owners), await idle()], ['running', 'waiting', '0']);
  assert.equal((await found())[1], 'ok 1 more waits for its turn.');
  await database.pool.query(`update background_migration set waits_for = 'error' where id = $1`, [pets.id]);
  assert.match((await found())[0], /^warning pets.count-years: .* Its last batch failed/);
  assert.equal((await pause(true, owners)).json().state, 'paused');
  assert.equal((await pause(false, owners)).json().state, 'waiting');
});

test('rows in use are waited for, and those who use them are not held up', async () => {
  const user = await database.pool.connect();
  await user.query('begin');
  await user.query(`update pet set months = 25 where kind = 'kind 1'`);
  await using _worker = startWorker(pets);
  await eventually(async () =>
    assert.equal(await one('select waits_for from background_migration'), 'locks'),
  );
  await user.query('commit');
  user.release();
  await finished(pets);
  assert.equal(await one('select count(*) from pet where years is null'), 0);
});

test('the metrics say how far it is and for how long it has not moved, until it is finished', async () => {
  await database.pool.query(
    `insert into background_migration (id, release, table_name, rows_done, rows_about, moved_at)
     values ($1, '3.1.0', 'pet', 250, 1000, now() - interval '2 hours')`,
    [pets.id],
  );
  const lines = async () =>
    (await service.app.metrics.metrics())
      .split('\n')
      .filter((line) => /^contactry_background_migration.*\{/.test(line));
  const [rows, done, idle] = await lines();
  assert.equal(rows, `contactry_background_migration_rows{migration="${pets.id}"} 1000`);
  assert.equal(done, `contactry_background_migration_rows_done{migration="${pets.id}"} 250`);
  assert.ok(Number(idle!.split(' ')[1]) >= 7200);
  const { findings } = (await service.admin('GET', '/api/v1/admin/health')).json();
  const found = findings.find(({ check }: { check: string }) => check === 'background_migrations');
  assert.match(found.says, /250 of about 1,000 rows \(25%\) in pass 1.*It has not moved for an hour\.$/);
  await database.pool.query('update background_migration set finished_at = now()');
  assert.deepEqual(await lines(), []);
});
