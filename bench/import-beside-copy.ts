/** An import of contacts into an empty directory beside a COPY of the same rows into the same tables, with their indexes. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { importFile } from '#domains/directory/import/import-file.ts';
import { importById, insertImport } from '#domains/directory/import/imports.ts';
import { unsaid } from '#domains/directory/import/reading.ts';
import { originOf } from '#domains/directory/rows/row-texts.ts';
import { kyselyOn } from '#platform/database/pools.ts';
import { type BenchServer, onBenchServer } from './bench-server.ts';
import { cpuMsOfFamily } from './cpu-time.ts';
import { outputOf } from './output-of.ts';
import { median, middle } from './programs.ts';

export interface ImportRates {
  imported: ImportRun;
  /** The same rows, from the moment their tables' content is there as text. Needs psql. */
  copied: number;
}

export interface ImportRun {
  /** Rows of the file per second. */
  perSecond: number;
  /** Processor time a row, of the process that imports. */
  serviceUs: number;
  databaseUs: number;
}

const tables = ['directory_profile', 'directory_statement'];

export async function importBesideCopy(rows: number, rounds: number): Promise<ImportRates> {
  const folder = await mkdtemp(join(tmpdir(), 'contactry-contacts-'));
  const file = join(folder, 'contacts.csv');
  const imported: ImportRun[] = [];
  const copied: number[] = [];
  try {
    await writeFile(
      file,
      await outputOf(process.execPath, ['scripts/make-example-contacts.ts', String(rows)]),
    );
    await onBenchServer(async (server) => {
      for (let round = 0; round < rounds; round += 1) {
        imported.push(await importRun(server.pool, rows, () => importOnce(server.pool, file, round)));
        copied.push(rows / (await copySeconds(server, folder)));
        await server.pool.query(`truncate ${tables.join(', ')}`);
      }
    });
  } finally {
    await rm(folder, { recursive: true });
  }
  return { imported: middle(imported, ({ perSecond }) => perSecond), copied: median(copied) };
}

async function importRun(pool: pg.Pool, rows: number, work: () => Promise<void>): Promise<ImportRun> {
  const backend = (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const databaseMs = await cpuMsOfFamily(backend);
  const own = process.cpuUsage();
  const seconds = await secondsOf(work);
  const { user, system } = process.cpuUsage(own);
  return {
    perSecond: rows / seconds,
    serviceUs: (user + system) / rows,
    databaseUs: (((await cpuMsOfFamily(backend)) - databaseMs) * 1000) / rows,
  };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
}

async function importOnce(pool: pg.Pool, file: string, round: number): Promise<void> {
  const startedAt = new Date();
  const id = `imp_${round}`;
  await kyselyOn(pool)
    .connection()
    .execute(async (connection) => {
      await insertImport(connection, {
        id,
        sha256: null,
        fileName: 'bench',
        actor: 'bench',
        startedAt,
        reading: unsaid,
      });
      await importFile({
        connection,
        pepper: 'the pepper of a measurement',
        importId: id,
        opened: (await importById(connection, id))!,
        format: 'csv',
        body: createReadStream(file),
        origin: originOf(startedAt),
        stopping: new AbortController().signal,
        bytesMax: Number.MAX_SAFE_INTEGER,
        now: () => new Date(),
        elapsedMs: () => performance.now(),
      });
    });
}

/** Writes the tables to files, empties them, and times how long COPY takes to fill them again. */
async function copySeconds({ pool, url }: BenchServer, folder: string): Promise<number> {
  const psql = (command: string) => outputOf('psql', ['-v', 'ON_ERROR_STOP=1', '-qc', command, url]);
  const columns = new Map<string, string>();
  for (const table of tables) {
    columns.set(table, await columnsOf(pool, table));
    await psql(`\\copy (select ${columns.get(table)} from ${table}) to '${join(folder, table)}'`);
  }
  await pool.query(`truncate ${tables.join(', ')}`);
  return secondsOf(async () => {
    for (const table of tables) {
      await psql(`\\copy ${table} (${columns.get(table)}) from '${join(folder, table)}'`);
    }
  });
}

async function columnsOf(pool: pg.Pool, table: string): Promise<string> {
  const { rows } = await pool.query<{ list: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as list from information_schema.columns
     where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'`,
    [table],
  );
  return rows[0]!.list;
}
