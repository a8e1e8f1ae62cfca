/** A whole service is killed with SIGKILL while it works on a background migration, at points where the test holds the batch. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { openProgram, type Program } from '../support/program.ts';
import { fillLarge } from './fill-large.ts';
import { makeNextRelease } from './next-release.ts';

const rows = 3_000;
const id = 'rehearsal.measure-urls';

const folder = await temporaryFolder();
let copy: string;
let database: TestDatabase;
let stack: AsyncDisposableStack;

before(async () => {
  copy = await makeNextRelease(join(folder.path, 'next-release'));
});
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  database = stack.use(await testDatabase());
  await fillLarge(database.pool, rows);
  // It applies the migrations and takes no jobs.
  await using api = openProgram({ DATABASE_URL: database.url, ROLE: 'api' }, { copy });
  await api.start();
  await database.pool.query(holdsAndNotes);
});
afterEach(() => stack[Symbol.asyncDispose]());
after(() => folder[Symbol.asyncDispose]());

/** Where a batch waits for as long as the test has the advisory lock of this number. */
const points = { 'after its rows': 1, 'before its position': 2, 'at its commit': 3 } as const;

/** Every committed write of a row and of the progress is noted. */
const holdsAndNotes = `
  create function hold() returns trigger language plpgsql as $$
    begin
      perform set_config('lock_timeout', '0', true);
      perform pg_advisory_lock_shared(tg_argv[0]::int);
      perform pg_advisory_unlock_shared(tg_argv[0]::int);
      return new;
    end $$;
  create trigger held after update on directory_profile for each statement execute function hold(1);
  create trigger held before update on background_migration for each row
    when (new.rows_done > old.rows_done) execute function hold(2);
  create constraint trigger held_at_commit after update on background_migration deferrable initially deferred for each row
    when (new.rows_done > old.rows_done) execute function hold(3);
  create table profile_write (hash uuid);
  create table progress (at bigserial, id text, pass int, rows_done bigint);
  create function note_profile() returns trigger language plpgsql as $$
    begin insert into profile_write values (new.profile_hash); return null; end $$;
  create function note_progress() returns trigger language plpgsql as $$
    begin insert into progress values (default, new.id, new.pass, new.rows_done); return null; end $$;
  create trigger noted after update on directory_profile for each row execute function note_profile();
  create trigger noted after update on background_migration for each row execute function note_progress()`;

/** A session of the test, which may wait as long as it takes. */
async function session() {
  const client = await database.pool.connect();
  stack.defer(() => client.release(true));
  await client.query('set lock_timeout = 0; set statement_timeout = 0');
  return client;
}

/** Takes an advisory lock, until it is released. */
async function hold(point: keyof typeof points) {
  const client = await session();
  await client.query('select pg_advisory_lock($1)', [points[point]]);
  return () => client.query('select pg_advisory_unlock($1)', [points[point]]);
}

/** A service that isn't started yet. */
const service = (): Program => stack.use(openProgram({ DATABASE_URL: database.url }, { copy }));

async function one<Row>(query: string, values: unknown[] = []): Promise<Row> {
  const { rows: found } = await database.pool.query(query, values);
  assert.equal(found.length, 1, query);
  return found[0];
}

/** The session whose batch waits at the point that the test holds. */
const batchAt = (point: keyof typeof points): Promise<number> =>
  eventually(async () => {
    const { pid } = await one<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted and objid = $1
        and database = (select oid from pg_database where datname = current_database())`,
      [points[point]],
    );
    return pid;
  });

const progress = () =>
  one<{ pass: number; done: number; changed: number }>(
    `select pass, rows_done::int as done, (select count(url_length)::int from directory_profile) as changed
     from background_migration where id = $1`,
    [id],
  );

/** The session of a killed process ends, and no row is locked. */
async function assertUnlocked(batch: number): Promise<void> {
  await eventually(async () => {
    const { left } = await one<{ left: number }>(
      'select count(*)::int as left from pg_stat_activity where pid = $1',
      [batch],
    );
    assert.equal(left, 0);
  });
  await database.pool.query('select from background_migration, directory_profile for update nowait');
}

/** As if the seconds had passed after which another process takes it over. */
const leaseEnds = () =>
  database.pool.query('update background_migration set lease_until = clock_timestamp()');

/** Both migrations end; each row was written once, and the progress only went forwards. */
async function assertFinished(program: Program): Promise<void> {
  type Shown = { id: string; state: string; pass: number; rows_done: number; rows_about: number };
  const shown = await eventually(async () => {
    const { background_migrations } = (await (await program.call('/api/v1/admin/health')).json()) as {
      background_migrations: Shown[];
    };
    assert.ok(background_migrations.every(({ state }) => state === 'finished'));
    return background_migrations;
  });
  assert.deepEqual(
    shown.map(({ pass, rows_done, rows_about }) => ({ pass, rows_done, rows_about })),
    [1, 2].map(() => ({ pass: 2, rows_done: rows, rows_about: rows })),
  );
  const counts = await one(`
    select (select count(*)::int from directory_profile where url_length = length(url)) as right,
      (select count(*)::int from profile_write) as writes,
      (select count(*)::int from ledger_month join credit_ledger using (account, op_key, lot_id, kind)
        where month = date_trunc('month', at, 'UTC')) as months`);
  assert.deepEqual(counts, { right: rows, writes: rows, months: rows });
  const { rows: backwards } = await database.pool.query(`
    select * from (
      select *, lag(row(pass, rows_done)) over (partition by id order by at) > row(pass, rows_done) as is_back from progress
    ) noted where is_back or rows_done > ${rows}`);
  assert.deepEqual(backwards, []);
}

test('a service that is killed in a batch, at its commit and between two batches leaves no row undone, and none is written twice', async () => {
  let before = { pass: 1, done: 0, changed: 0 };
  for (const point of Object.keys(points) as (keyof typeof points)[]) {
    const release = await hold(point);
    const killed = service();
    await killed.start();
    const batch = await batchAt(point);
    killed.kill();
    await killed.stop();
    await release();
    await assertUnlocked(batch);
    const now = await progress();
    // Once its commit has begun, the database ends it without the process.
    if (point === 'at its commit') assert.ok(now.done > before.done);
    else assert.deepEqual(now, before);
    assert.equal(now.changed, now.done);
    before = now;
    await leaseEnds();
  }

  const release = await hold('before its position');
  const killed = service();
  await killed.start();
  const batch = await batchAt('before its position');
  const client = await session();
  await client.query('begin');
  // It waits for this batch, and the next batch waits for it.
  const between = client.query('select rows_done from background_migration where id = $1 for update', [id]);
  await eventually(() =>
    one(
      `select from pg_stat_activity where wait_event = 'transactionid' and $1 = any(pg_blocking_pids(pid))`,
      [batch],
    ),
  );
  await release();
  const { rows_done } = (await between).rows[0];
  assert.ok(rows_done > before.done && rows_done < rows);
  killed.kill();
  await killed.stop();
  await client.query('rollback');
  await assertUnlocked(batch);
  assert.deepEqual(await progress(), { pass: 1, done: rows_done, changed: rows_done });
  await leaseEnds();

  const last = service();
  await last.start();
  await assertFinished(last);
});

test('of two services, one is killed in a batch that follows others, and the other takes over', async () => {
  const [killed, other] = [service(), service()];
  const releaseFirst = await hold('before its position');
  await killed.start();
  await batchAt('before its position');
  const releaseNext = await hold('after its rows');
  await releaseFirst();
  await batchAt('after its rows');
  const before = await progress();
  assert.ok(before.done > 0 && before.changed === before.done);
  await other.start();
  killed.kill();
  await killed.stop();
  assert.deepEqual(await progress(), before);
  await releaseNext();
  await assertFinished(other);
});
