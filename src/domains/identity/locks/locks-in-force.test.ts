import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import { dayMs } from '#core/clock.ts';
import type { Database } from '#platform/database/rows.generated.ts';
import { manualClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { openLocks } from './locks-in-force.ts';
import { markLifted, upsertLock } from './sql.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
beforeEach(() => database.pool.query('delete from identity_lock'));

const subject = 'asha@example.com';
const lock = () =>
  upsertLock(
    database.db,
    { subject_type: 'email', subject },
    { reason: '', created_by: 'ops', expires_at: null },
  );

/** The locks of another process, with the number of times that it has read them. */
function open() {
  const clock = manualClock();
  const watched = { readings: 0 };
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: () => {
      watched.readings += 1;
    },
  });
  const locks = openLocks({ db, clock });
  const isLocked = async () => (await locks.table()).holds([`email ${subject}`], clock.now());
  return { locks, clock, watched, isLocked };
}

test('the locks are read once for a thousand requests', async () => {
  const { isLocked, watched } = open();
  await lock();
  for (let request = 0; request < 1000; request += 1) assert.equal(await isLocked(), true);
  assert.equal(watched.readings, 1);
});

test('an ended lock is known for 31 days, to the millisecond: no session outlives it unseen', async () => {
  const { locks, clock } = open();
  const [openedAt, at] = [new Date(clock.now().getTime() - 1), clock.now()];
  await lock();
  await markLifted(database.db, { subject_type: 'email', subject }, { lifted_by: 'ops', lifted_at: at });
  const heldAfter = async () => (await locks.table()).heldAfter([`email ${subject}`], openedAt);
  clock.advance(31 * dayMs - 1);
  assert.equal(await heldAfter(), true);
  clock.advance(1);
  locks.forget();
  assert.equal(await heldAfter(), false);
});

test('once they are known they are returned without a wait', async () => {
  const { locks } = open();
  await locks.table();
  assert.equal(locks.table() instanceof Promise, false);
});

test('an announced change is seen by the next request', async () => {
  const { locks, isLocked } = open();
  assert.equal(await isLocked(), false);
  await lock();
  locks.forget();
  assert.equal(await isLocked(), true);
});

test('a change that is announced while the locks are being read is not covered up by what was read', async () => {
  const { locks, isLocked } = open();
  const early = locks.table();
  await lock();
  locks.forget();
  await early;
  assert.equal(await isLocked(), true);
});

test('without an announcement they are believed for 10 seconds, to the millisecond', async () => {
  const { isLocked, clock } = open();
  await isLocked();
  await lock();
  clock.advance(9_999);
  assert.equal(await isLocked(), false);
  clock.advance(1);
  assert.equal(await isLocked(), true);
});

test('a process without announcements reads for every request, and uses its copy again when they are back', async () => {
  const { locks, isLocked, watched } = open();
  await isLocked();
  locks.onFeedLost();
  assert.equal(await isLocked(), false);
  await lock();
  assert.equal(await isLocked(), true);
  locks.onFeedRestored();
  for (let request = 0; request < 3; request += 1) assert.equal(await isLocked(), true);
  assert.equal(watched.readings, 4);
});

test('locks that can’t be read stop everyone', async () => {
  const { isLocked } = open();
  await database.pool.query('alter table identity_lock rename to identity_lock_away');
  await assert.rejects(isLocked());
  await database.pool.query('alter table identity_lock_away rename to identity_lock');
  assert.equal(await isLocked(), false);
});
