import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { Failure } from '#core/failure.ts';
import { openLocks } from '#domains/identity/locks/locks-in-force.ts';
import { listen } from '#platform/database/listen.ts';
import { manualClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { givenKey } from '#test/support/kit.ts';
import { keyChannels, openKeyring } from './keyring.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db, pool, url } = database;

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** As one process has it: a clock that stands still, so that nothing is dropped but by an announcement. */
async function openProcess() {
  const clock = manualClock();
  const keyring = openKeyring({ pool, clock, locks: openLocks({ db, clock }) });
  const told = { lost: 0, restored: 0 };
  const listener = await listen(url, keyChannels, {
    log: quiet,
    // Only what the tests cut is lost.
    checkEveryMs: 600_000,
    onMessage: keyring.forget,
    onLost: () => {
      told.lost += 1;
      keyring.onFeedLost();
    },
    onRestored: () => {
      told.restored += 1;
      keyring.onFeedRestored();
    },
  });
  const ask = async (text: string) => {
    const answer = await keyring.authenticate(text, '203.0.113.7');
    return answer instanceof Failure ? answer.code : answer.rateLimitPerMin;
  };
  return { ask, told, [Symbol.asyncDispose]: () => listener.close() };
}

const ban = (id: string) =>
  db
    .updateTable('api_key')
    .set({ banned_at: new Date(), ban_reason: 'rate_limit' })
    .where('id', '=', id)
    .execute();

test('a ban reaches every process', async () => {
  await using first = await openProcess();
  await using second = await openProcess();
  const key = await givenKey(db);
  assert.deepEqual([await first.ask(key.text), await second.ask(key.text)], [20, 20]);
  await ban(key.id);
  await eventually(async () => {
    assert.deepEqual([await first.ask(key.text), await second.ask(key.text)], ['key_banned', 'key_banned']);
  });
});

test("an account's changed rate reaches all of its keys in every process", async () => {
  await using first = await openProcess();
  await using second = await openProcess();
  const [one, two] = [await givenKey(db, { accountId: 'both' }), await givenKey(db, { accountId: 'both' })];
  for (const { text } of [one, two])
    assert.deepEqual([await first.ask(text), await second.ask(text)], [20, 20]);
  await db.updateTable('account').set({ rate_limit_per_min: 7 }).where('account_id', '=', 'both').execute();
  await eventually(async () => {
    for (const { text } of [one, two])
      assert.deepEqual([await first.ask(text), await second.ask(text)], [7, 7]);
  });
});

test('a change that is rolled back changes nothing', async () => {
  await using only = await openProcess();
  const key = await givenKey(db);
  await only.ask(key.text);
  await db
    .transaction()
    .execute(async (transaction) => {
      await transaction
        .updateTable('api_key')
        .set({ revoked_at: new Date() })
        .where('id', '=', key.id)
        .execute();
      throw new Error('rolled back');
    })
    .catch(() => {});
  assert.equal(await only.ask(key.text), 20);
});

test('a ban made while the listening connections are cut comes into force', async () => {
  await using first = await openProcess();
  await using second = await openProcess();
  const key = await givenKey(db);
  assert.deepEqual([await first.ask(key.text), await second.ask(key.text)], [20, 20]);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'contactry listen'`.execute(db);
  await ban(key.id);
  await eventually(async () => {
    assert.deepEqual([await first.ask(key.text), await second.ask(key.text)], ['key_banned', 'key_banned']);
  });
  assert.deepEqual([first.told.lost, second.told.lost], [1, 1]);
});
