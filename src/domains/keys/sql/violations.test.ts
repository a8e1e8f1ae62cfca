import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { givenKey } from '#test/support/kit.ts';
import { recordViolation } from './violations.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db } = database;

const startedAt = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(startedAt.getTime() + ms);
const tell = (keyId: string, windowStartedAt: Date, banAfter = 10) =>
  recordViolation(db, { keyId, windowStartedAt, banAfter, banWindowMinutes: 60 });
const windowsOf = async (keyId: string) =>
  (await db.selectFrom('key_violation').selectAll().where('key_id', '=', keyId).execute()).length;

test('one window reported by processes whose clocks differ is one violation', async () => {
  const { id } = await givenKey(db);
  await Promise.all([0, 3, 14_000, -15_000].map((ms) => tell(id, at(ms))));
  for (const ms of [-14_999, 14_000]) await tell(id, at(ms));
  assert.equal(await windowsOf(id), 1);
});

test('windows that follow each other at once are two violations', async () => {
  const { id } = await givenKey(db);
  await tell(id, at(0));
  await tell(id, at(60_000));
  assert.equal(await windowsOf(id), 2);
});

test('of many processes that report the last window at once, one bans', async () => {
  const { id, hash } = await givenKey(db);
  await tell(id, at(0), 2);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, ms) => tell(id, at(60_000 + ms), 2)));
  assert.deepEqual(
    answers.filter((answer) => answer !== null),
    [hash],
  );
});

test('violations that are too old to count are not kept', async () => {
  const { id } = await givenKey(db);
  for (let minute = 0; minute < 5; minute += 1) await tell(id, at(minute * 60_000));
  await tell(id, at(3 * 3_600_000));
  assert.equal(await windowsOf(id), 1);
});

test('a ban that is there already keeps its reason', async () => {
  const { id } = await givenKey(db);
  await db
    .updateTable('api_key')
    .set({ banned_at: startedAt, ban_reason: 'replaced' })
    .where('id', '=', id)
    .execute();
  assert.equal(await tell(id, at(0), 1), null);
  const { ban_reason } = await db
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(ban_reason, 'replaced');
});
