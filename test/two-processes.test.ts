import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manualClock } from './support/clock.ts';
import { type TestDatabase, testDatabase } from './support/database.ts';
import { type DatabaseLine, openDatabaseLine } from './support/database-line.ts';
import { eventually } from './support/eventually.ts';
import { type GivenKey, givenKey } from './support/kit.ts';
import { endListeners, listenersOf, untilListening } from './support/listeners.ts';
import { type TestService, testService } from './support/service.ts';

/** The clock stands still: nothing that a process remembers is dropped because it has grown old. */
const clock = manualClock();
let database: TestDatabase;
let lines: DatabaseLine[];
let maker: TestService;
let other: TestService;

before(async () => {
  database = await testDatabase();
  lines = [await openDatabaseLine(database.url), await openDatabaseLine(database.url)];
  [maker, other] = (await Promise.all(
    lines.map(({ url }) => testService({ clock, database: { ...database, url } })),
  )) as [TestService, TestService];
});
after(async () => {
  await Promise.all([maker, other].map((service) => service[Symbol.asyncDispose]()));
  await Promise.all(lines.map((line) => line[Symbol.asyncDispose]()));
  await database[Symbol.asyncDispose]();
});

/** What a process says to the key: the code of its refusal, or the rate it has. */
async function saysTo(service: TestService, key: GivenKey): Promise<string | number> {
  const { statusCode, headers, body } = await service.withKey(key.text, 'GET', '/api/v1/key/info');
  if (statusCode !== 200) return JSON.parse(body).code;
  return Number(/;q=(\d+);/.exec(String(headers['ratelimit-policy']))?.[1]);
}

interface Change {
  words: string;
  /** Brings the key to where the change is made. */
  given?(key: GivenKey): Promise<unknown>;
  before: string | number;
  make(service: TestService, key: GivenKey): Promise<{ statusCode: number; body: string }>;
  after: string | number;
  /** The status of the answer to `make`. */
  status?: number;
}

const rate = 200;
const lockOf = ({ accountId }: GivenKey) => ({ subject_type: 'account', subject: accountId });
const signInOf = (accountId: string) => ({
  account_id: accountId,
  provider: 'google',
  provider_user_id: accountId,
});
const setRate = (service: TestService, key: GivenKey, rpm: number | null) =>
  service.admin('PATCH', '/api/v1/admin/growth/accounts/rate', { account_id: key.accountId, rpm });

const changes: Change[] = [
  {
    words: 'a key that is replaced',
    before: rate,
    make: (service, { accountId }) => service.internal('POST', `/internal/key/regenerate/${accountId}`),
    after: 'key_banned',
  },
  {
    words: "an account's rate",
    before: rate,
    make: (service, key) => setRate(service, key, 4321),
    after: 4321,
  },
  {
    words: 'a rate that goes back to the plan',
    given: (key) => setRate(maker, key, 4321),
    before: 4321,
    make: (service, key) => setRate(service, key, null),
    after: rate,
  },
  {
    words: 'a lock',
    before: rate,
    make: (service, key) => service.admin('POST', '/api/v1/admin/locks', lockOf(key)),
    after: 'account_locked',
  },
  {
    words: 'a lock on a sign-in that the account claimed',
    given: ({ accountId }) => maker.internal('POST', '/internal/identity/register', signInOf(accountId)),
    before: rate,
    make: (service, { accountId }) =>
      service.admin('POST', '/api/v1/admin/locks', {
        subject_type: 'provider_user',
        subject: `google:${accountId}`,
      }),
    after: 'account_locked',
  },
  {
    words: 'a lock that is lifted',
    given: (key) => maker.admin('POST', '/api/v1/admin/locks', lockOf(key)),
    before: 'account_locked',
    make: (service, key) => service.admin('POST', '/api/v1/admin/locks/unlock', lockOf(key)),
    after: rate,
  },
  {
    words: 'a ban for running into the limit',
    given: nineViolations,
    before: rate,
    make: runIntoTheLimit,
    status: 429,
    after: 'key_banned',
  },
  {
    words: 'a ban that is lifted',
    given: ({ id }) =>
      database.pool.query(
        `update api_key set banned_at = clock_timestamp(), ban_reason = 'rate_limit' where id = $1`,
        [id],
      ),
    before: 'key_banned',
    make: (service, { id }) => service.admin('POST', `/api/v1/admin/keys/${id}/unban`),
    after: rate,
  },
];

/** One window with a refusal less than those that ban a key. */
function nineViolations({ id }: GivenKey): Promise<unknown> {
  return database.pool.query(
    `insert into key_violation (key_id, window_started_at)
     select $1, $2::timestamptz - make_interval(mins => minutes) from generate_series(1, 9) as minutes`,
    [id, clock.now()],
  );
}

async function runIntoTheLimit(service: TestService, key: GivenKey) {
  for (let requests = 0; requests < 1_000; requests += 1) {
    const response = await service.withKey(key.text, 'GET', '/api/v1/key/info');
    if (response.statusCode !== 200) return response;
  }
  throw new Error('the key has no limit');
}

interface Situation {
  words: string;
  /** Returns the number of listening connections that have to be reopened after it. */
  trouble(): Promise<number>;
  recovery?(): void;
}

const situations: Situation[] = [
  { words: 'while all is well', trouble: async () => 0 },
  {
    words: 'when the listening connections have just been ended',
    async trouble() {
      await endListeners(database);
      return 2;
    },
  },
  {
    words: 'when they have been ended and are back',
    async trouble() {
      const earlier = await listenersOf(database);
      await endListeners(database);
      await untilListening(database, 2, { earlier, replaced: 2 });
      return 0;
    },
  },
  {
    words: 'while no process can listen',
    async trouble() {
      for (const line of lines) line.cut();
      return 2;
    },
    recovery() {
      for (const line of lines) line.mend();
    },
  },
  {
    words: 'while the connection of the listener is dead and unnoticed',
    async trouble() {
      lines[1]!.freeze();
      return 1;
    },
    recovery: () => replaceLine(lines[1]!),
  },
];

for (const { words: situation, trouble, recovery } of situations) {
  for (const change of changes) {
    test(`${change.words} comes into force on the other process, ${situation}`, async () => {
      const key = await givenKey(database.db, { rate_limit_per_min: rate });
      await change.given?.(key);
      await allIsHeard();
      assert.deepEqual([await saysTo(maker, key), await saysTo(other, key)], [change.before, change.before]);

      const earlier = await listenersOf(database);
      const replaced = await trouble();
      const made = await change.make(maker, key);
      assert.equal(made.statusCode, change.status ?? 200, made.body);
      try {
        await eventually(async () => assert.equal(await saysTo(other, key), change.after));
      } finally {
        recovery?.();
        await untilListening(database, 2, { earlier, replaced });
      }
      assert.equal(await saysTo(other, key), change.after);
    });
  }
}

for (const change of changes) {
  test(`${change.words} is in force on the process that made it when its answer has left`, async () => {
    const key = await givenKey(database.db, { rate_limit_per_min: rate });
    await change.given?.(key);
    await allIsHeard();
    assert.equal(await saysTo(maker, key), change.before);
    const earlier = await listenersOf(database);
    lines[0]!.freeze();
    try {
      await change.make(maker, key);
      assert.equal(await saysTo(maker, key), change.after);
    } finally {
      replaceLine(lines[0]!);
      await untilListening(database, 2, { earlier, replaced: 1 });
    }
  });
}

/** A dead line is found out, and a new one is there. */
function replaceLine(line: DatabaseLine): void {
  line.cut();
  line.thaw();
  line.mend();
}

/** Announcements come in order: when the last one is heard, all before it are. */
async function allIsHeard(): Promise<void> {
  const last = await givenKey(database.db, { rate_limit_per_min: rate });
  await Promise.all([saysTo(maker, last), saysTo(other, last)]);
  await database.pool.query('update account set rate_limit_per_min = 1 where id = $1', [last.account]);
  for (const service of [maker, other]) {
    await eventually(async () => assert.notEqual(await saysTo(service, last), rate));
  }
}
