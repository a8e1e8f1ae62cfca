import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { connectionConfig } from '#platform/database/pools.ts';

/** The limit of a dump in the repository. */
export const dumpBytesMax = 300_000;

const folder = import.meta.dirname;
const fileOf = (version: string) => join(folder, `${version}.sql.zst`);

/** The releases with a dump, oldest first. */
export const dumpedReleases = (): string[] =>
  globSync('*.sql.zst', { cwd: folder })
    .map((file) => basename(file, '.sql.zst'))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** Lines of newer versions of pg_dump that PostgreSQL 15 doesn't know, or that are for psql. */
const notForAll = /^(?:\\(?:un)?restrict .*|set transaction_timeout = 0;)\n/gim;

/** Writes the database as statements that every supported PostgreSQL runs. Needs `pg_dump`. Returns the size in bytes. */
export function writeDump(url: string, version: string): number {
  const options = [
    '--exclude-table-data=pgboss.instance',
    '--no-owner',
    '--no-privileges',
    '--rows-per-insert=1000',
    `--dbname=${url}`,
  ];
  const { stdout, stderr, status, error } = spawnSync('pg_dump', options, { maxBuffer: 2 ** 28 });
  if (status !== 0)
    throw new Error(
      `pg_dump failed: ${error?.message ?? stderr}. Put the one of the server's version on the PATH.`,
    );
  const level = { [constants.ZSTD_c_compressionLevel]: 22 };
  const packed = zstdCompressSync(withoutNews(String(stdout)), { params: level });
  if (packed.length > dumpBytesMax)
    throw new Error(
      `The dump is ${Math.ceil(packed.length / 1000)} kB, more than ${dumpBytesMax / 1000}. Write fewer rows in fill-every-table.ts.`,
    );
  writeFileSync(fileOf(version), packed);
  return packed.length;
}

export const withoutNews = (sql: string): string => sql.replace(notForAll, '');

export const readDump = (version: string): string =>
  zstdDecompressSync(readFileSync(fileOf(version))).toString();

/** Loads it into an empty database. */
export async function loadDump(url: string, version: string): Promise<void> {
  const client = new pg.Client({ ...connectionConfig(url), statement_timeout: 0 });
  await client.connect();
  try {
    await client.query(readDump(version));
  } finally {
    await client.end();
  }
}
