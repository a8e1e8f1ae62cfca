import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { sqlState, sqlStateOf } from '#core/database/sqlstate.ts';

/** SQL from a file, with its name and hash. */
export interface NamedText {
  name: string;
  sql: string;
  sha256: string;
}

/** A checkout on Windows may have changed the line endings. */
export async function readSql(file: string): Promise<Pick<NamedText, 'sql' | 'sha256'>> {
  const sql = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  return { sql, sha256: sha256Of(sql) };
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An error that names the line in the file, and keeps PostgreSQL's code so that the caller can retry. */
export function sqlFailure(what: string, sql: string, cause: unknown): Error & { code?: string } {
  const { message, position, code } = cause as { message: string; position?: string; code?: string };
  const line = position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : '';
  return Object.assign(new Error(`${what} failed${line}: ${message}`, { cause }), { code });
}

/** An SQL function, `functions/<name>.sql` of a domain or a part of the platform, with the triggers that call it. */
export type SqlFunction = NamedText;

/** Reads the function files of `src`, sorted by path. Fails if a file doesn't define the function it is named after. */
export async function readFunctions(folder: string): Promise<SqlFunction[]> {
  const files = globSync('{domains,platform}/*/functions/*.sql', { cwd: folder }).sort();
  const functions = await Promise.all(files.map((file) => readFunction(join(folder, file))));
  const names = functions.map(({ name }) => name);
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin) throw new Error(`Two files define the SQL function ${twin}.`);
  return functions;
}

async function readFunction(file: string): Promise<SqlFunction> {
  const name = basename(file, '.sql');
  const { sql, sha256 } = await readSql(file);
  const defined = [...sql.matchAll(/^create or replace function (\w+)/gm)].map(([, found]) => found);
  if (defined.length !== 1 || defined[0] !== name) {
    throw new Error(`${file} must contain exactly one \`create or replace function ${name}\`.`);
  }
  return { name, sql, sha256 };
}

/**
 * Applies the functions whose text changed. Runs after the migrations, in one transaction, so that no
 * call sees half a release. Functions may call each other in any order. Leaves the functions of a newer release alone.
 */
export async function applyFunctions(
  client: pg.ClientBase,
  functions: SqlFunction[],
  release: number,
): Promise<void> {
  await client.query(
    `create table if not exists schema_function (
       name text primary key,
       sha256 text not null,
       release integer not null,
       applied_at timestamptz not null default clock_timestamp()
     )`,
  );
  const { rows } = await client.query<SqlFunction & { release: number }>(
    'select name, sha256, release from schema_function',
  );
  if (rows.some((row) => row.release > release)) return;
  const inForce = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const changed = functions.filter(({ name, sha256 }) => inForce.get(name) !== sha256);
  await client.query('begin');
  // A body may call a function that is created later in this transaction.
  await client.query('set local check_function_bodies = off');
  for (const declared of changed) await define(client, declared, release);
  await client.query('update schema_function set release = $1 where release < $1', [release]);
  await client.query('commit');
}

async function define(
  client: pg.ClientBase,
  { name, sql, sha256 }: SqlFunction,
  release: number,
): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    throw sqlFailure(`SQL function ${name}`, sql, cause);
  }
  await client.query(
    `insert into schema_function (name, sha256, release) values ($1, $2, $3)
     on conflict (name) do update set sha256 = excluded.sha256, release = excluded.release, applied_at = clock_timestamp()`,
    [name, sha256, release],
  );
}

/** One hash of all: a release whose functions differ from those of the one before it has a number of its own. */
export const sha256OfAll = (functions: SqlFunction[]): string =>
  sha256Of(functions.map(({ name, sha256 }) => `${name} ${sha256}\n`).join(''));

/**
 * Runs `at-start.sql` of each domain: one statement, safe to repeat, that prepares the database for calls. It may call SQL
 * functions. A table that stays in use doesn't end the start: a job repeats the work.
 */
export async function runAtStart(client: pg.ClientBase, folder: string): Promise<void> {
  for (const file of globSync('domains/*/at-start.sql', { cwd: folder }).sort()) {
    const { sql } = await readSql(join(folder, file));
    try {
      await client.query(sql);
    } catch (cause) {
      if (sqlStateOf(cause) !== sqlState.lockNotAvailable) throw sqlFailure(file, sql, cause);
    }
  }
}
