import assert from 'node:assert/strict';
import type pg from 'pg';
import { proveAll } from '#domains/credits/index.ts';
import { kyselyOn } from '#platform/database/pools.ts';

/** What is in a table: its rows, and the sum of their hashes over these columns. */
interface Sum {
  columns: string[];
  rows: number;
  sum: string;
}

export type Sums = ReadonlyMap<string, Sum>;

/** Upgrades write these. */
const ownTables = ['schema_migration', 'schema_function'];

/** Each table, or those in `before`, over the columns that they had then and still have. */
export async function sumsOf(pool: pg.Pool, before?: Sums): Promise<Sums> {
  const { rows: tables } = await pool.query<{ name: string; columns: string[] }>(
    `select relname as name, array_agg(attname::text order by attname) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped and relname <> all ($1)
     group by relname order by relname`,
    [ownTables],
  );
  const sums = new Map<string, Sum>();
  for (const { name, columns } of tables) {
    const known = before ? before.get(name)?.columns.filter((column) => columns.includes(column)) : columns;
    if (!known) continue;
    const { rows } = await pool.query<Omit<Sum, 'columns'>>(
      `select count(*)::int as rows, coalesce(sum(hashtextextended(row(${known.map((each) => `"${each}"`)})::text, 0)), 0)::text as sum
       from "${name}"`,
    );
    sums.set(name, { columns: known, ...rows[0]! });
  }
  return sums;
}

export async function assertLedgerProved(pool: pg.Pool): Promise<void> {
  for await (const { mismatches } of proveAll(kyselyOn(pool), {})) assert.deepEqual(mismatches, []);
}
