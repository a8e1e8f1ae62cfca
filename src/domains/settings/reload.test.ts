import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { testDatabase } from '#test/support/database.ts';
import { changeSettings, openSettings } from './index.ts';

test('a reading that is overtaken by a newer one does not bring back what was in force before', async () => {
  await using database = await testDatabase();
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
  const settings = await openSettings(database.db.withPlugin(slow));

  isHeld = true;
  const late = settings.reload();
  await read.promise;
  const change = { change: () => ({ lookup_budget_ms: 50 }), reason: 'a test', actor: 'a test' };
  await database.db.transaction().execute((transaction) => changeSettings(transaction, change));
  await settings.reload();
  goOn.resolve();
  await late;
  assert.equal(settings.current().lookup_budget_ms, 50);
});
