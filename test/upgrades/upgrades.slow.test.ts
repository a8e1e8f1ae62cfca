/** From the database of each release with a dump to each rehearsal and to the checkout, in one step. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '#platform/database/migrate.ts';
import { MigrationRefused } from '#platform/database/outstanding.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { testDatabase } from '../support/database.ts';
import { dumpBytesMax, dumpedReleases, loadDump, readDump, withoutNews } from './dumps.ts';
import { emptyTables } from './fill-every-table.ts';
import { assertLedgerProved, sumsOf } from './invariants.ts';
import { rehearsals, rehearse } from './rehearse.ts';
import { walk } from './walk.ts';

async function databaseOf(release: string) {
  const database = await testDatabase({ migrated: false });
  await loadDump(database.url, release);
  return database;
}

/** Whether the checkout runs on the schema of the rehearsal. 3.2.0 names 3.1.0 as the oldest release. */
const runsOn = (version: string) => version !== '3.2.0';

const termsIn = (table: string, id: string) =>
  `select ${id} as id, terms from ${table} where terms is not null order by 1`;

for (const release of dumpedReleases()) {
  test(`${release} has rows in every table`, async () => {
    await using database = await databaseOf(release);
    const empty = [...(await sumsOf(database.pool))].filter(([, { rows }]) => rows === 0);
    assert.deepEqual(
      empty.map(([name]) => name),
      Object.keys(emptyTables),
    );
  });

  test(`${release} is upgraded to this checkout: rows and books stay, and customers are served`, async () => {
    await using database = await databaseOf(release);
    const before = await sumsOf(database.pool);
    await migrate(database.pool);
    assert.deepEqual(await sumsOf(database.pool, before), before);
    await assertLedgerProved(database.pool);
    await walk(database);
    await assertLedgerProved(database.pool);
  });

  for (const version of rehearsals) {
    test(`${release} is upgraded to the rehearsal ${version}: rows and books stay, and the release before ${runsOn(version) ? 'serves customers' : 'is refused'}`, async () => {
      await using database = await databaseOf(release);
      const before = await sumsOf(database.pool);
      const { rows: terms } = await database.pool.query(termsIn('api_key', 'id'));
      using rehearsal = rehearse(version);
      await migrate(database.pool, rehearsal);
      const after = await sumsOf(database.pool, before);
      const { columns, ...keys } = before.get('api_key')!;
      if (runsOn(version)) assert.deepEqual(after, before);
      else {
        assert.equal(after.get('api_key')!.rows, keys.rows);
        const others = (sums: typeof before) => [...sums].filter(([name]) => name !== 'api_key');
        assert.deepEqual(others(after), others(before));
        assert.deepEqual(
          after.get('api_key')!.columns,
          columns.filter((column) => column !== 'terms'),
        );
      }
      if (version !== '3.0.1') {
        assert.ok(terms.length > 0);
        assert.deepEqual((await database.pool.query(termsIn('key_terms', 'key_id'))).rows, terms);
      }
      await assertLedgerProved(database.pool);
      if (!runsOn(version))
        return await assert.rejects(migrate(database.pool, { version: '3.0.0' }), MigrationRefused);
      await walk(database);
      await assertLedgerProved(database.pool);
    });
  }
}

test('this release has a dump, as small as it can be', () => {
  assert.ok(dumpedReleases().includes(packageJson.version));
  for (const release of dumpedReleases()) assert.equal(withoutNews(readDump(release)), readDump(release));
  assert.ok(dumpBytesMax <= 300_000);
});
