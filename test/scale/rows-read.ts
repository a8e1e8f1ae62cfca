import { sql } from 'kysely';
import { heavyConnections } from '#core/concurrency/heavy-work.ts';
import type { Db } from '#core/context.ts';
import type { TestService } from '../support/service.ts';

/** Rows that statements read of each table, by whole scans and by indexes, partitions under the name of their table. */
export type RowsRead = Map<string, { scanned: number; fetched: number }>;

/** Flushes the statistics of every connection for reports. None is released before all have flushed. */
async function tellReads(heavy: Db): Promise<void> {
  const { promise: allTold, resolve } = Promise.withResolvers<void>();
  let untold = heavyConnections;
  const tell = async (connection: Db) => {
    await sql`select pg_stat_force_next_flush()`.execute(connection);
    untold -= 1;
    if (untold === 0) resolve();
    await allTold;
  };
  await Promise.all(Array.from({ length: heavyConnections }, () => heavy.connection().execute(tell)));
}

/** Rows read from each table since the database was created, including unflushed statistics. */
async function rowsReadSoFar({ database: { pool }, app }: TestService): Promise<RowsRead> {
  await tellReads(app.kernel.ports.heavyWork.db);
  const clients = await Promise.all(
    Array.from({ length: Math.max(1, pool.totalCount) }, () => pool.connect()),
  );
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  for (const client of clients) client.release();
  const { rows } = await pool.query<{ name: string; scanned: number; fetched: number }>(`
    select coalesce(parent.relname, stat.relname)::text as name,
      coalesce(sum(stat.seq_tup_read), 0)::bigint as scanned, coalesce(sum(stat.idx_tup_fetch), 0)::bigint as fetched
    from pg_stat_user_tables stat
    left join pg_inherits on pg_inherits.inhrelid = stat.relid
    left join pg_class parent on parent.oid = pg_inherits.inhparent
    where stat.schemaname = 'public' group by 1`);
  return new Map(rows.map(({ name, scanned, fetched }) => [name, { scanned, fetched }]));
}

export interface Excess {
  table: string;
  scanned: number;
  fetched: number;
}

/** Tables of which `work` read more rows than `limits` say, in one way or the other. */
export async function readTooMuch(
  service: TestService,
  limits: ReadonlyMap<string, number>,
  work: () => Promise<unknown>,
): Promise<Excess[]> {
  const before = await rowsReadSoFar(service);
  await work();
  const after = await rowsReadSoFar(service);
  return [...limits].flatMap(([table, limit]) => {
    const read = (way: 'scanned' | 'fetched') =>
      (after.get(table)?.[way] ?? 0) - (before.get(table)?.[way] ?? 0);
    const excess = { table, scanned: read('scanned'), fetched: read('fetched') };
    return Math.max(excess.scanned, excess.fetched) > limit ? [excess] : [];
  });
}
