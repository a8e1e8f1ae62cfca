import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChangeFeed } from '#core/domain.ts';
import { quiet } from '#test/support/contact-sources.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { listenForChanges } from './change-feed.ts';

let database: TestDatabase;
before(async () => {
  database = await testDatabase();
});
after(async () => {
  await database[Symbol.asyncDispose]();
});

const options = { log: quiet, checkEveryMs: undefined };
const lines =
  "from pg_stat_activity where datname = current_database() and application_name = 'contactry listen'";

/** A feed that writes down what happens to it. */
function feedThat(behaviour: Partial<ChangeFeed>) {
  const seen: string[] = [];
  const feed: ChangeFeed = {
    channels: ['yard_changed'],
    onChange(channel, payload) {
      seen.push('change');
      behaviour.onChange?.(channel, payload);
    },
    onFeedLost: () => void seen.push('lost'),
    async onFeedRestored() {
      seen.push('restored');
      await behaviour.onFeedRestored?.();
    },
  };
  return { feed, seen };
}

test('a first reading that fails closes the line again', async () => {
  const { feed } = feedThat({ onFeedRestored: () => Promise.reject(new Error('not now')) });
  const start = async () => {
    await using stack = new AsyncDisposableStack();
    await listenForChanges(database.url, [feed], options, stack);
  };
  await assert.rejects(start(), /not now/);
  await eventually(async () => assert.equal((await database.pool.query(`select ${lines}`)).rowCount, 0));
});

test("a copy whose refresh fails isn't used, and is refreshed until it succeeds", async () => {
  let failures = 0;
  const { feed, seen } = feedThat({
    async onFeedRestored() {
      if (seen.length > 1 && failures++ < 2) throw new Error('the database is away');
    },
  });
  await using stack = new AsyncDisposableStack();
  await listenForChanges(database.url, [feed], options, stack);
  await database.pool.query(`select pg_terminate_backend(pid) ${lines}`);
  const expected = ['restored', 'lost', 'restored', 'lost', 'restored', 'lost', 'restored'];
  await eventually(async () => assert.deepEqual(seen, expected));
});

test('a change that can not be applied refreshes the copy', async () => {
  const { feed, seen } = feedThat({
    onChange() {
      throw new Error('an odd payload');
    },
  });
  await using stack = new AsyncDisposableStack();
  await listenForChanges(database.url, [feed], options, stack);
  await database.pool.query("notify yard_changed, '?'");
  await eventually(async () => assert.deepEqual(seen, ['restored', 'change', 'lost', 'restored']));
});

test('a change reaches every feed of its channel, also after one that can not follow it', async () => {
  const { feed: odd } = feedThat({
    onChange() {
      throw new Error('an odd payload');
    },
  });
  const { feed, seen } = feedThat({});
  await using stack = new AsyncDisposableStack();
  await listenForChanges(database.url, [odd, feed], options, stack);
  await database.pool.query('notify yard_changed');
  await eventually(async () => assert.deepEqual(seen, ['restored', 'change']));
});
