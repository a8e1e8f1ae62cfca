import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sqlState, sqlStateOf } from '#core/database/sqlstate.ts';
import { functionsRelease } from './functions-release.generated.ts';
import {
  applyFunctions,
  type NamedText,
  readFunctions,
  readSql,
  runAtStart,
  sqlFailure,
} from './sql-functions.ts';

/** The database can't be used by this release. The message says what to do. */
export class MigrationRefused extends Error {}

const project = join(import.meta.dirname, '../../..');
const migrationLock = 7_306_052;
const withoutTransaction = /^-- no transaction\s*$/m;

export interface MigrateOptions {
  /** Folder of the migrations. */
  folder?: string;
  /** Folder with `domains` and `platform`, whose `functions/*.sql` are applied after the migrations. Then `at-start.sql` runs. */
  functionsFolder?: string;
  /** The number of the release's functions; those of a higher one stay in force. */
  release?: number;
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
 * Forward only: an applied file that changed or vanished, or a new one that sorts before it, fails before anything runs.
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
    const pending = outstanding(files, await appliedMigrations(client));
    const retried = (work: () => Promise<unknown>) => withShortLocks(client, lockTimeoutMs, patienceMs, work);
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
  lockTimeoutMs: number,
  patienceMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const until = Date.now() + patienceMs;
  await client.query(`set lock_timeout = ${lockTimeoutMs}`);
  for (;;) {
    try {
      await work();
      break;
    } catch (error) {
      await client.query('rollback');
      if (sqlStateOf(error) !== sqlState.lockNotAvailable || Date.now() >= until) throw error;
      await sleep(pauseMs);
    }
  }
  await client.query('set lock_timeout = 0');
}

/** The migrations that a start would apply. Changes nothing. Throws like `migrate` where a start would fail. */
export async function pendingMigrations(client: pg.ClientBase): Promise<string[]> {
  const files = await readMigrations(join(project, 'migrations'));
  const isThere = await hasTable(client, 'schema_migration');
  const applied = isThere ? await namesAndHashes(client) : new Map<string, string>();
  return outstanding(files, applied).map(({ name }) => name);
}

export async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as is_there', [name]);
  return rows[0].is_there;
}

async function readMigrations(folder: string): Promise<NamedText[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
      throw new Error(`Migration ${name} is not named NNNN_what_it_does.sql`);
    const before = names[index - 1];
    if (before?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`Migrations ${before} and ${name} have the same number`);
  }
  return Promise.all(names.map(async (name) => ({ name, ...(await readSql(join(folder, name))) })));
}

async function appliedMigrations(client: pg.PoolClient): Promise<Map<string, string>> {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key,
       sha256 text not null,
       applied_at timestamptz not null default clock_timestamp()
     )`,
  );
  return namesAndHashes(client);
}

async function namesAndHashes(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration order by name',
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

function outstanding(files: NamedText[], applied: Map<string, string>): NamedText[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  let last = '';
  for (const [name, sha256] of applied) {
    const file = byName.get(name);
    if (!file)
      throw new MigrationRefused(
        `The database has migration ${name}, which this release does not know. Run the newer release that created it.`,
      );
    if (file.sha256 !== sha256) throw new MigrationRefused(isFrozen(file) ? unreleased : changed(name));
    last = name;
  }
  const pending = files.filter(({ name }) => !applied.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late)
    throw new MigrationRefused(
      `Migration ${late.name} sorts before ${last}, which is already applied. Give it the next free number.`,
    );
  return pending;
}

/** As a release has it: then the database is from before that release. */
function isFrozen({ name, sha256 }: NamedText): boolean {
  const frozen: Record<string, Record<string, string>> = JSON.parse(
    readFileSync(join(project, 'migrations/frozen.json'), 'utf8'),
  );
  return Object.values(frozen).some((release) => release[name] === sha256);
}

const unreleased =
  'This database was made before release 3.0.0, from which on databases are upgraded. Nothing was changed. Move its contacts and ' +
  'opt-outs to a new database: see "Data from before 3.0.0" in docs/guide/deploying.md.';

const changed = (name: string): string =>
  `Migration ${name} changed after it was applied. Restore it, and put the change into a new migration.`;

const isInTransaction = ({ sql }: NamedText) => !withoutTransaction.test(sql.slice(0, sql.indexOf('\n') + 1));

async function applyInTransaction(client: pg.PoolClient, migration: NamedText): Promise<void> {
  await client.query('begin');
  await apply(client, migration);
  await client.query('commit');
}

const concurrentIndex = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/im;

async function applyAlone(client: pg.PoolClient, migration: NamedText): Promise<void> {
  const [, index] = concurrentIndex.exec(migration.sql) ?? [];
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rowCount) await client.query(`drop index concurrently ${index}`);
  await apply(client, migration);
}

async function apply(client: pg.PoolClient, { name, sql, sha256 }: NamedText): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    throw sqlFailure(`Migration ${name}`, sql, cause);
  }
  await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
}
