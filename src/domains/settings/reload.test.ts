import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import type { Db, Log } from '#core/context.ts';
import { testDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { lookupSettings } from '../lookup/settings.ts';
import { openSettings } from './settings-in-force.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
beforeEach(() => database.pool.query('delete from setting_version'));

const log = { debug() {}, info() {}, warn() {}, error() {} };

const open = (db: Db = database.db, to: Log = log) =>
  openSettings({ db, log: to, definitions: lookupSettings });

const giveLookups = async (budgetMs: number) => {
  await using settings = await open();
  return database.db
    .transaction()
    .execute((db) =>
      settings.change(db, { change: () => ({ lookup_budget_ms: budgetMs }), reason: 'a test', actor: 'ops' }),
    );
};

test('a reading that is overtaken by a newer one does not bring back what was in force before', async () => {
  const [read, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isHeld) {
        isHeld = false;
        read.resolve();
        await goOn.promise;
      }
      return result;
    },
  };
  await using settings = await open(database.db.withPlugin(slow));

  isHeld = true;
  const late = settings.reload();
  await read.promise;
  await giveLookups(50);
  await settings.reload();
  goOn.resolve();
  await late;
  assert.equal(settings.current().lookup_budget_ms, 50);
});

test('a change whose announcement was lost is read within 10 seconds, to the millisecond', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { db } = database;
  await using settings = await open(db);
  await giveLookups(50);
  t.mock.timers.tick(9_999);
  await db.selectFrom('setting_version').selectAll().execute();
  assert.equal(settings.current().lookup_budget_ms, 8000);
  t.mock.timers.tick(1);
  await eventually(async () => assert.equal(settings.current().lookup_budget_ms, 50));
});

test('settings that are closed are read no more', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const errors: unknown[] = [];
  const settings = await open(database.db, { ...log, error: (fields: object) => void errors.push(fields) });
  await settings[Symbol.asyncDispose]();
  await database.pool.query('alter table setting_version rename to setting_version_away');
  t.mock.timers.tick(60_000);
  await settings[Symbol.asyncDispose]();
  await database.pool.query('alter table setting_version_away rename to setting_version');
  assert.deepEqual(errors, []);
});

test('a value that its setting may not have leaves the default in force, and is logged by its name', async () => {
  const errors: object[] = [];
  await database.pool.query(
    `insert into setting_version (version, changes, reason, actor)
     values (1, '{"lookup_budget_ms": -1, "free_repeat_days": 7, "gone": 1}', 'a test', 'ops')`,
  );
  await using settings = await open(database.db, {
    ...log,
    error: (fields: object) => void errors.push(fields),
  });
  const { lookup_budget_ms, free_repeat_days } = settings.current();
  assert.deepEqual([lookup_budget_ms, free_repeat_days], [8000, 7]);
  assert.deepEqual(errors[0], { settings: ['lookup_budget_ms'] });
});
