import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { sqlState, sqlStateOf } from '#core/database/sqlstate.ts';
import { functionsRelease } from './functions-release.generated.ts';
import {
  type Applied,
  type Migration,
  MigrationRefused,
  outstanding,
  project,
  readMigrations,
} from './outstanding.ts';
import { applyFunctions, readFunctions, runAtStart, sqlFailure } from './sql-functions.ts';

const migrationLock = 7_306_052;
const withoutTransaction = /^-- no transaction\s*$/m;

export interface MigrateOptions {
  /** Folder of the migrations. */
  folder?: string;
  /** Folder with `domains` and `platform`, whose `functions/*.sql` are applied after the migrations. Then `at-start.sql` runs. */
  functionsFolder?: string;
  /** The number of the release's functions; those of a higher one stay in force. */
  release?: number;
  /** The version of this release. Default: that of package.json. */
  version?: string;
  /** Learns that the database is of a newer release, and that a table is in use. */
  log?: Pick<Log, 'warn'>;
  /**
   * How long a statement waits for a table in use. Every later query on the table waits behind it, so keep this short. The
   * transaction is retried after a pause, for up to `patienceMs`. Lookups are answered in the pauses.
   */
  lockTimeoutMs?: number;
  patienceMs?: number;
}

/**
 * Applies the missing migrations `NNNN_what_it_does.sql` in order, then the SQL functions that changed, then what each domain
 * does at every start. Returns the names of the migrations. Each runs in a transaction, unless it starts with
 * `-- no transaction`; then it holds a single statement, and an invalid index that a killed process left is built again.
 * Forward only: an applied file that changed, or a new one that sorts before it, fails before anything runs. On the schema of a
 * newer release it applies nothing, and fails if that release says that this one is too old: docs/decisions/upgrades.md.
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<string[]> {
  const { lockTimeoutMs = 200, patienceMs = 300_000 } = options;
  const files = await readMigrations(options.folder ?? join(project, 'migrations'));
  const code = options.functionsFolder ?? join(project, 'src');
  const functions = await readFunctions(code);
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('set lock_timeout = 0');
    await takeLock(client);
    const whenFree = { lockTimeoutMs, patienceMs, log: options.log };
    const retried = (work: () => Promise<unknown>) => withShortLocks(client, whenFree, work);
    const isThere = await hasTable(client, 'schema_migration');
    const applied = isThere ? await appliedMigrations(client) : [];
    const { pending, newer } = outstanding(files, applied, options.version);
    await retried(() => makeTable(client));
    if (newer.length > 0) options.log?.warn({ migrations: newer }, onNewerSchema);
    for (const migration of pending) {
      if (isInTransaction(migration)) await retried(() => applyInTransaction(client, migration));
      else await applyAlone(client, migration);
    }
    await retried(() => applyFunctions(client, functions, options.release ?? functionsRelease.number));
    await runAtStart(client, code);
    return pending.map(({ name }) => name);
  } finally {
    // Closed rather than returned to the pool: the lock and the settings end with the session.
    client.release(true);
  }
}

const lockPauseMs = 100;

/** Polls: an index that is built concurrently would wait for a statement that waits for this lock. */
async function takeLock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [migrationLock]);
    if (rows[0].taken) return;
    await sleep(lockPauseMs);
  }
}

const pauseMs = 500;

/** Retries a transaction while a table it needs is in use. */
async function withShortLocks(
  client: pg.PoolClient,
  {
    lockTimeoutMs,
    patienceMs,
    log,
  }: Required<Pick<MigrateOptions, 'lockTimeoutMs' | 'patienceMs'>> & MigrateOptions,
  work: () => Promise<unknown>,
): Promise<void> {
  const until = Date.now() + patienceMs;
  let isFirst = true;
  await client.query(`set lock_timeout = ${lockTimeoutMs}`);
  for (;;) {
    try {
      await work();
      break;
    } catch (error) {
      // A lost connection has no transaction left, and its error says less than the first one.
      await client.query('rollback').catch(() => {});
      if (sqlStateOf(error) !== sqlState.lockNotAvailable) throw error;
      if (Date.now() >= until)
        throw new MigrationRefused(`${(error as Error).message}. ${inUse}`, { cause: error });
      if (isFirst)
        log?.warn({ err: error, seconds: patienceMs / 1000 }, `${inUse} It is tried again for that long`);
      isFirst = false;
      await sleep(pauseMs);
    }
  }
  await client.query('set lock_timeout = 0');
}

const inUse =
  'A table that this release changes is in use. End what uses it: `select pid, xact_start, query from pg_stat_activity order by ' +
  'xact_start` has the oldest transactions first, and `select pg_terminate_backend(pid)` ends one.';

const onNewerSchema =
  'a newer release migrated this database; this release runs on it, and leaves its schema and SQL functions as they are';

/**
 * The migrations that a start would apply, and those of a newer release. Changes nothing. Throws like
 * `migrate` where a start would fail.
 */
export async function lookAtMigrations(client: pg.ClientBase): Promise<ReturnType<typeof outstanding>> {
  const files = await readMigrations(join(project, 'migrations'));
  const isThere = await hasTable(client, 'schema_migration');
  return outstanding(files, isThere ? await appliedMigrations(client) : []);
}

export async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as is_there', [name]);
  return rows[0].is_there;
}

/** A table from before the first release lacks the last column. */
async function makeTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key,
       sha256 text not null,
       applied_at timestamptz not null default clock_timestamp(),
       oldest_release text
     )`,
  );
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'oldest_release'`,
  );
  if (!rowCount) await client.query('alter table schema_migration add column oldest_release text');
}

/** Also from a table without the last column. */
async function appliedMigrations(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `select name, sha256, to_jsonb(migration) ->> 'oldest_release' as oldest_release
     from schema_migration migration order by name collate "C"`,
  );
  return rows;
}

const isInTransaction = ({ sql }: Migration) => !withoutTransaction.test(sql.slice(0, sql.indexOf('\n') + 1));

async function applyInTransaction(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  await apply(client, migration);
  await client.query('commit');
}

const concurrentIndex = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/im;

async function applyAlone(client: pg.PoolClient, migration: Migration): Promise<void> {
  const [, index] = concurrentIndex.exec(migration.sql) ?? [];
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rowCount) await client.query(`drop index concurrently ${index}`);
  await apply(client, migration);
}

async function apply(client: pg.PoolClient, { name, sql, sha256, oldestRelease }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    throw sqlFailure(`Migration ${name}`, sql, cause);
  }
  await client.query('insert into schema_migration (name, sha256, oldest_release) values ($1, $2, $3)', [
    name,
    sha256,
    oldestRelease,
  ]);
}
