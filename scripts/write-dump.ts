/**
 * Writes test/upgrades/<version>.sql.zst: a database of this release with fictional rows in every table, from which the tests of
 * later releases upgrade. Keeps those of the last five releases. `npm run release -- --freeze` runs it.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { testDatabase } from '#test/support/database.ts';
import { dumpedReleases, writeDump } from '#test/upgrades/dumps.ts';
import { fillEveryTable } from '#test/upgrades/fill-every-table.ts';
import packageJson from '../package.json' with { type: 'json' };

const kept = 5;
const { version } = packageJson;

if (!process.env.TEST_DATABASE_URL) {
  console.error(
    'Set TEST_DATABASE_URL to a PostgreSQL server, the oldest that is supported, and put its pg_dump on the PATH. The embedded one has none.',
  );
  process.exit(1);
}
await using database = await testDatabase();
await fillEveryTable(database);
console.log(`Wrote the dump of ${version}: ${writeDump(database.url, version)} bytes.`);
for (const old of dumpedReleases().slice(0, -kept))
  rmSync(join(import.meta.dirname, `../test/upgrades/${old}.sql.zst`));
