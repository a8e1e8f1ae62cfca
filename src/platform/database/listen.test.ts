import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testDatabase } from '#test/support/database.ts';
import { openDatabaseLine } from '#test/support/database-line.ts';
import { checkEveryMsDefault, type Listener, listen } from './listen.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** Records what a listener reports, in order, and lets a test wait for the next report. */
function reports(checkEveryMs = 600_000) {
  const seen: string[] = [];
  let wake = () => {};
  const report = (text: string) => {
    seen.push(text);
    wake();
  };
  const another = () => new Promise<void>((resolve) => (wake = resolve));
  return {
    seen,
    hooks: {
      onMessage: (channel: string, payload: string) => report(`${channel}:${payload}`),
      onLost: () => report('lost'),
      onRestored: () => report('restored'),
      log,
      checkEveryMs,
    },
    async until(text: string) {
      while (!seen.includes(text)) await another();
    },
    another,
  };
}

const notify = (channel: string, payload: string) =>
  database.pool.query('select pg_notify($1, $2)', [channel, payload]);

const terminateListeners = () =>
  database.pool.query(
    `select pg_terminate_backend(pid)
     from pg_stat_activity
     where application_name = 'contactry listen'
       and datname = current_database()`,
  );

const listeners = async (): Promise<number> => {
  const { rows } = await database.pool.query(
    `select count(*) as listeners
     from pg_stat_activity
     where application_name = 'contactry listen'
       and datname = current_database()`,
  );
  return rows[0].listeners;
};

test('a notification arrives with its channel and payload, only from the requested channels', async () => {
  const { hooks, seen, until } = reports();
  await using _listener = await listen(database.url, ['first', 'Second'], hooks);
  await notify('first', 'a');
  await notify('third', 'b');
  await notify('Second', 'c');
  await until('Second:c');
  assert.deepEqual(seen, ['first:a', 'Second:c']);
});

test('a connection closed by the server is reported lost, then restored, and listens again', async () => {
  const { hooks, seen, until } = reports();
  await using listener = await listen(database.url, ['news'], hooks);
  await terminateListeners();
  await until('lost');
  await until('restored');
  assert.equal(listener.isListening(), true);
  await notify('news', 'after');
  await until('news:after');
  assert.deepEqual(seen, ['lost', 'restored', 'news:after']);
});

test('a silent connection is detected by the missing response', async () => {
  await using line = await openDatabaseLine(database.url);
  // On a busy machine a connection may also seem silent before or after the line freezes.
  const { hooks, seen, another } = reports(100);
  await using listener: Listener = await listen(line.url, ['news'], hooks);
  line.freeze();
  while (listener.isListening()) await another();
  assert.equal(seen.at(-1), 'lost');
  line.thaw();
  while (!seen.includes('news:after')) {
    if (listener.isListening()) await notify('news', 'after');
    else await another();
  }
  assert.equal(seen[seen.indexOf('news:after') - 1], 'restored');
});

test('the slowest detection is well within the promised second', () => {
  assert.ok(3 * checkEveryMsDefault <= 600);
});

test('a listener whose server went silent can be closed', async () => {
  await using line = await openDatabaseLine(database.url);
  const { hooks } = reports(100);
  const listener = await listen(line.url, ['news'], hooks);
  line.freeze();
  await listener.close();
  assert.equal(listener.isListening(), false);
});

test('after close nothing is reported and nothing reconnects', async () => {
  const { hooks, seen } = reports();
  const listener = await listen(database.url, ['news'], hooks);
  await listener.close();
  await notify('news', 'late');
  // The server takes a moment to see a connection close. One that reconnected would stay visible.
  while ((await listeners()) > 0);
  assert.deepEqual(seen, []);
});

test('a first connection that cannot be made is an error, without waiting', async () => {
  const { hooks } = reports();
  const nowhere = { host: join(tmpdir(), 'no-such-folder'), user: 'contactry', database: 'contactry' };
  await assert.rejects(listen(nowhere, ['news'], hooks), { code: 'ENOENT' });
});
