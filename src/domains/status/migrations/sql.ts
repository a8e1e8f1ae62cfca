import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { BackgroundMigration } from '#core/parts/background-migration.ts';

/** Adds those that the database doesn't know yet, each after those that it knows. */
export async function addMigrations(db: Db, migrations: readonly BackgroundMigration[]): Promise<void> {
  for (const { id, release, table } of migrations)
    await sql`
      insert into background_migration (id, release, table_name, rows_about)
      values (${id}, ${release}, ${table}, ${rowsAbout(sql`${table}::text`)})
      on conflict (id) do nothing`.execute(db);
}

/** The planner's estimate, which costs no scan. */
const rowsAbout = (table: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(greatest(reltuples, 0)), 0)::bigint from pg_class
  where oid in (select relid from pg_partition_tree(${table}::regclass) where isleaf) or oid = ${table}::regclass)`;

interface Claimed {
  id: string;
  table_name: string;
  position: string[] | null;
}

/** A worker that was killed loses its turn after so long. */
const leaseSeconds = 10;

/** Takes the oldest that isn't finished, or null while it is paused or another worker does it. */
export async function claimMigration(
  db: Db,
  ids: readonly string[],
  worker: string,
): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    update background_migration as migration
    set worker = ${worker}, lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = (
        select id from background_migration where finished_at is null and id = any(${ids})
        order by started_at, id limit 1
      )
      and finished_at is null and paused_at is null
      and (worker = ${worker} or lease_until < clock_timestamp() or worker is null)
    returning id, table_name, position`.execute(db);
  return rows[0] ?? null;
}

/** The columns of a table's primary key, with their types. */
async function primaryKeyOf(db: Db, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type
    from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = ${table}::regclass and indisprimary
    order by array_position(indkey::int2[], attnum)`.execute(db);
  return rows;
}

export interface Batch {
  rows: number;
  changed: number;
  /** The primary key of its last row. Null if it has no row. */
  last: string[] | null;
}

/** Changes the next rows after a position. */
export async function changeBatch(
  db: Db,
  { table, change }: BackgroundMigration,
  position: string[] | null,
  limit: number,
): Promise<Batch> {
  const key = await primaryKeyOf(db, table);
  const columns = sql.join(key.map(({ name }) => sql.ref(name)));
  const values = key.map(({ type }, at) => sql`(${position}::text[])[${sql.lit(at + 1)}]::${sql.raw(type)}`);
  const { rows } = await sql<Batch>`
    with batch as materialized (
      select ${columns} from ${sql.table(table)}
      ${position ? sql`where (${columns}) > (${sql.join(values)})` : sql``}
      order by ${columns} limit ${limit}
    ), changed as (
      ${sql.raw(change)} returning 1
    )
    select (select count(*)::int from batch) as rows, (select count(*)::int from changed) as changed, (
        select array[${sql.join(key.map(({ name }) => sql`${sql.ref(name)}::text`))}] from batch
        order by ${sql.join(key.map(({ name }) => sql`${sql.ref(name)} desc`))} limit 1
      ) as last`.execute(db);
  return rows[0]!;
}

/** Keeps the position after a batch. The last batch of a pass begins the next, or ends all if the pass changed nothing. */
export async function keepPosition(db: Db, id: string, batch: Batch & { isLast: boolean }): Promise<void> {
  const { rows, changed, last, isLast } = batch;
  await sql`
    update background_migration
    set rows_done = rows_done + ${rows}, rows_changed = rows_changed + ${changed}, moved_at = clock_timestamp(),
      position = coalesce(${last}::text[], position), waits_for = case when waits_for = 'lookups' then waits_for end
    where id = ${id}`.execute(db);
  if (!isLast) return;
  await sql`
    update background_migration
    set finished_at = case when rows_changed = 0 then clock_timestamp() end, rows_about = rows_done, position = null, waits_for = null,
      pass = case when rows_changed = 0 then pass else pass + 1 end,
      rows_done = case when rows_changed = 0 then rows_done else 0 end, rows_changed = 0
    where id = ${id}`.execute(db);
}

export type WaitsFor = 'lookups' | 'locks' | 'error' | null;

/** Notes what holds a migration up, and its speed if that is known. One that was paused or finished since then keeps its row. */
export async function noteState(
  db: Db,
  id: string,
  { waitsFor, perSecond = null }: { waitsFor: WaitsFor; perSecond?: number | null },
): Promise<void> {
  await sql`
    update background_migration
    set waits_for = ${waitsFor}, rows_per_second = coalesce(${perSecond}::int, rows_per_second)
    where id = ${id} and finished_at is null and paused_at is null`.execute(db);
}

export interface MigrationRow {
  id: string;
  release: string;
  table_name: string;
  pass: number;
  rows_done: number;
  rows_about: number;
  rows_per_second: number;
  started_at: Date;
  moved_at: Date;
  finished_at: Date | null;
  waits_for: WaitsFor;
  state: 'running' | 'waiting' | 'paused' | 'finished';
  /** Since the last batch of any; 0 unless it is running. */
  idle_seconds: number;
}

const state = sql`case
    when finished_at is not null then 'finished'
    when paused_at is not null then 'paused'
    when exists (
      select from background_migration before where before.finished_at is null
        and (before.started_at, before.id) < (migration.started_at, migration.id)
    ) then 'waiting'
    else 'running' end`;
const columns = sql`id, release, table_name, pass, rows_done, greatest(rows_about, rows_done) as rows_about,
  case when ${state} = 'running' and moved_at > clock_timestamp() - interval '1 minute' then rows_per_second else 0 end as rows_per_second,
  started_at, moved_at, finished_at, waits_for, ${state} as state,
  case when ${state} = 'running'
    then extract(epoch from clock_timestamp() - (select max(moved_at) from background_migration))::float8
    else 0 end as idle_seconds`;

const shownMax = 50;

/** Those that aren't finished first, then the newest. */
export async function migrationRows(db: Db): Promise<MigrationRow[]> {
  const { rows } = await sql<MigrationRow>`
    select ${columns} from background_migration migration
    order by finished_at desc nulls first, started_at, id limit ${shownMax}`.execute(db);
  return rows;
}

export async function migrationRow(db: Db, id: string): Promise<MigrationRow | null> {
  const { rows } = await sql<MigrationRow>`
    select ${columns} from background_migration migration where id = ${id} for update of migration`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** One that continues counts as moved now. One that was finished begins again. */
export async function pauseMigration(db: Db, id: string, paused: boolean): Promise<void> {
  if (paused)
    await sql`
      update background_migration
      set paused_at = clock_timestamp(), waits_for = case when waits_for = 'error' then waits_for end
      where id = ${id}`.execute(db);
  else
    await sql`
      update background_migration
      set paused_at = null, moved_at = clock_timestamp(), finished_at = null,
        rows_done = case when finished_at is null then rows_done else 0 end,
        pass = case when finished_at is null then pass else 1 end
      where id = ${id}`.execute(db);
}
