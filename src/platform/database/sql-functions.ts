import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { type NamedText, sha256Of, sqlFailure } from './sql-text.ts';

/** A domain's SQL function, `src/domains/<domain>/functions/<name>.sql`, with the triggers that call it. */
export type SqlFunction = NamedText;

/** Reads the function files below a folder, sorted by name. Fails if a file doesn't define the function it is named after. */
export async function readFunctions(folder: string): Promise<SqlFunction[]> {
  const files = globSync('*/functions/*.sql', { cwd: folder }).sort();
  const functions = await Promise.all(files.map((file) => readFunction(join(folder, file))));
  const names = functions.map(({ name }) => name);
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin) throw new Error(`Two files define the SQL function ${twin}.`);
  return functions;
}

async function readFunction(file: string): Promise<SqlFunction> {
  const name = basename(file, '.sql');
  const sql = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  const defined = [...sql.matchAll(/^create or replace function (\w+)/gm)].map(([, found]) => found);
  if (defined.length !== 1 || defined[0] !== name) {
    throw new Error(`${file} must contain exactly one \`create or replace function ${name}\`.`);
  }
  return { name, sql, sha256: sha256Of(sql) };
}

/**
 * Applies the functions whose text changed and returns their names. Runs after the migrations, in one transaction, so that no
 * call sees half a release. Functions may call each other in any order.
 */
export async function applyFunctions(client: pg.ClientBase, functions: SqlFunction[]): Promise<string[]> {
  await client.query(
    `create table if not exists schema_function (
       name text primary key,
       sha256 text not null,
       applied_at timestamptz not null default clock_timestamp()
     )`,
  );
  const { rows } = await client.query<SqlFunction>('select name, sha256 from schema_function');
  const inForce = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const changed = functions.filter(({ name, sha256 }) => inForce.get(name) !== sha256);
  if (changed.length === 0) return [];
  await client.query('begin');
  // A body may call a function that is created later in this transaction.
  await client.query('set local check_function_bodies = off');
  for (const declared of changed) await define(client, declared);
  await client.query('commit');
  return changed.map(({ name }) => name);
}

async function define(client: pg.ClientBase, { name, sql, sha256 }: SqlFunction): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    throw sqlFailure(`SQL function ${name}`, sql, cause);
  }
  await client.query(
    `insert into schema_function (name, sha256) values ($1, $2)
     on conflict (name) do update set sha256 = excluded.sha256, applied_at = clock_timestamp()`,
    [name, sha256],
  );
}
