import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from './support/database.ts';
import { type DatabaseLine, openDatabaseLine } from './support/database-line.ts';
import { eventually } from './support/eventually.ts';
import { customer, importRows } from './support/kit.ts';
import { listenersOf, untilListening } from './support/listeners.ts';
import { type TestService, testService } from './support/service.ts';
import { sizeOf } from './support/size.ts';

const link = 'https://www.linkedin.com/in/rotation-tester';
const credits = 5_000;

let database: TestDatabase;
let line: DatabaseLine;
let first: TestService;
let second: TestService;

before(async () => {
  database = await testDatabase();
  line = await openDatabaseLine(database.url);
  first = await testService({ database });
  // It must not find out that it is deaf while a test needs it to be.
  second = await testService({ database: { ...database, url: line.url }, checkEveryMs: 600_000 });
  await importRows(
    first,
    `profile_url,email
${link},rotation@works.example
`,
  );
});
after(async () => {
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await line[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const givenAccount = () => customer(first, credits, { rate_limit_per_min: 1_000_000 });

const findWith = (service: TestService, key: string, headers: object = {}) =>
  service.withKey(key, 'POST', '/api/v1/find', { profile_url: link }, headers);

const balanceOf = async (accountId: string): Promise<number> =>
  (await first.internal('GET', `/internal/billing/balance/${accountId}`)).json().balance;

async function rotate(accountId: string): Promise<string> {
  const response = await first.internal('POST', `/internal/key/regenerate/${accountId}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json().key;
}

interface Sent {
  startedMs: number;
  statusCode: number;
  code: string | undefined;
}

/** Keeps `width` requests with a key in flight on each process until it is stopped, and returns their outcomes. */
function underLoad(key: string, width: number) {
  const sent: Sent[] = [];
  let stopped = false;
  const send = async (service: TestService) => {
    while (!stopped) {
      const startedMs = performance.now();
      const response = await findWith(service, key);
      sent.push({ startedMs, statusCode: response.statusCode, code: response.json().code });
      // A refusal from memory, without a socket, would never let anything else run.
      await nextTurn();
    }
  };
  const senders = [first, second].flatMap((service) => Array.from({ length: width }, () => send(service)));
  return {
    sent,
    /** Until that many more requests are answered. */
    goOn: (requests: number) => {
      const target = sent.length + requests;
      return eventually(async () => assert.ok(sent.length >= target));
    },
    async stop() {
      stopped = true;
      await Promise.all(senders);
    },
  };
}

const requests = sizeOf({ small: 100, whole: 400 });

for (const round of [1, 2, 3]) {
  test(`under load no request that starts after a rotation is answered by the old key, round ${round}`, async () => {
    const { accountId, key } = await givenAccount();
    const load = underLoad(key, 12);
    await load.goOn(requests / 2);
    const newer = await rotate(accountId);
    const rotatedMs = performance.now();
    await load.goOn(requests);
    await load.stop();

    const later = load.sent.filter(({ startedMs }) => startedMs > rotatedMs);
    assert.ok(later.length >= requests / 2, `${later.length} started after the rotation`);
    assert.deepEqual(new Set(later.map(({ code }) => code)), new Set(['key_banned']));
    const earlier = load.sent.filter(({ startedMs }) => startedMs <= rotatedMs);
    assert.deepEqual(
      earlier.filter(({ statusCode, code }) => statusCode !== 200 && code !== 'key_banned'),
      [],
      'whatever was under way is answered or refused for the ban',
    );
    const answered = earlier.filter(({ statusCode }) => statusCode === 200).length;
    assert.equal(
      credits - (await balanceOf(accountId)),
      answered,
      'what was answered was paid, nothing else',
    );
    for (const service of [first, second]) assert.equal((await findWith(service, newer)).statusCode, 200);
  });
}

/** The second process gets no change notifications, so it trusts its cache. */
async function whileDeaf(work: () => Promise<void>): Promise<void> {
  const earlier = await listenersOf(database);
  line.freeze();
  try {
    await work();
  } finally {
    line.cut();
    line.thaw();
    line.mend();
    await untilListening(database, 2, { earlier, replaced: 1 });
  }
}

const showOn = (service: TestService, key: string) => service.withKey(key, 'GET', '/api/v1/key/info');

test('a process that has not heard of a rotation answers no lookup by the old key and charges none', async () => {
  const { accountId, key } = await givenAccount();
  const again = { 'idempotency-key': 'before-the-rotation' };
  assert.equal((await findWith(second, key, again)).statusCode, 200);
  await whileDeaf(async () => {
    // The news of the new account may have made it forget the key.
    assert.equal((await showOn(second, key)).statusCode, 200);
    const newer = await rotate(accountId);
    for (const headers of [{}, again, { 'idempotency-key': 'after-the-rotation' }]) {
      const refusal = await findWith(second, key, headers);
      assert.deepEqual([refusal.statusCode, refusal.json().code], [401, 'key_banned']);
    }
    assert.equal((await showOn(second, key)).statusCode, 200, 'it believes the old key still');
    const replayed = await findWith(second, newer, again);
    assert.deepEqual([replayed.statusCode, replayed.headers['idempotency-replayed']], [200, 'true']);
  });
  assert.equal(await balanceOf(accountId), credits - 1);
});

test('nor does it by a key that was revoked', async () => {
  const { key, keyId, accountId } = await givenAccount();
  assert.equal((await showOn(second, key)).statusCode, 200);
  await whileDeaf(async () => {
    await database.pool.query('update api_key set revoked_at = clock_timestamp() where id = $1', [keyId]);
    const refusal = await findWith(second, key);
    assert.deepEqual([refusal.statusCode, refusal.json().code], [401, 'invalid_key']);
  });
  assert.equal(await balanceOf(accountId), credits);
});

test('two hundred lookups by old and new keys at once: each is refused or paid by its own key', async () => {
  const [one, two] = [await givenAccount(), await givenAccount()];
  for (const { key } of [one, two]) assert.equal((await showOn(second, key)).statusCode, 200);
  await whileDeaf(async () => {
    await rotate(one.accountId);
    const keys = Array.from({ length: 200 }, (_, at) => (at % 2 ? one.key : two.key));
    const statuses = await Promise.all(
      keys.map(
        async (key) => `${key === one.key ? 'old' : 'good'} ${(await findWith(second, key)).statusCode}`,
      ),
    );
    assert.deepEqual(new Set(statuses), new Set(['old 401', 'good 200']));
  });
  assert.deepEqual(
    [await balanceOf(one.accountId), await balanceOf(two.accountId)],
    [credits, credits - 100],
  );
});
