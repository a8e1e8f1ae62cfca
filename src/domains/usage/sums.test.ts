import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { hourMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { manualClock } from '#test/support/clock.ts';
import { find, type GivenKey, givenCredits, givenKey, importRows } from '#test/support/kit.ts';
import { fc } from '#test/support/properties.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { type GivenCall, givenCalls } from '#test/support/usage-events.ts';
import { type TimeSpan, windowBefore } from './rules.ts';
import { type CallFilter, callsReadMax, reportCalls } from './sql/account-calls.ts';

const now = new Date('2026-11-21T10:30:00.000Z');
let service: TestService;
before(async () => {
  service = await testService({ clock: manualClock(now) });
});
after(() => service[Symbol.asyncDispose]());

const noFilter: CallFilter = { status: '', kind: '', opened_from: '', key_id: '', mode: '' };
const page = { limit: 50, offset: 0 };

/** Sums that differ from what the events add up to. */
async function wrongSums(): Promise<unknown[]> {
  const { rows } = await service.database.pool.query(`
    select * from (
      select account, date_trunc('hour', at, 'UTC') as hour, kind, status, network, is_test, door, coalesce(key_id, '') as key_id,
        count(*) as requests, sum(credits)::bigint as credits
      from usage_call group by 1, 2, 3, 4, 5, 6, 7, 8
    ) counted
    full join usage_hour using (account, hour, kind, status, network, is_test, door, key_id, requests, credits)
    where counted.account is null or usage_hour.account is null`);
  return rows;
}

test('lookups of many callers at once, paid, free and by test keys, are in the sums to the last', async () => {
  const { db } = service.database;
  await importRows(service, 'profile_url,email\ngithub.com/summed,s@works.example\n');
  await using other = await testService({ database: service.database, clock: manualClock(now) });
  const keys = await Promise.all(
    [{}, {}, { mode: 'test' as const }].map((of) => givenKey(db, { ...of, rate_limit_per_min: 10_000 })),
  );
  for (const { account } of keys) await givenCredits(db, account, 1_000);
  await Promise.all(
    Array.from({ length: 120 }, (_, at) =>
      find(
        at % 2 ? service : other,
        { key: keys[at % 3]!.text },
        `github.com/${at % 4 ? 'summed' : `nobody-${at}`}`,
      ),
    ),
  );
  const { rows } = await service.database.pool.query('select sum(requests)::int as requests from usage_hour');
  assert.equal(rows[0].requests, 120);
  assert.deepEqual(await wrongSums(), []);
});

test('an event that is rolled back is in no sum', async () => {
  const { db } = service.database;
  const { account } = await givenKey(db);
  await db
    .transaction()
    .execute(async (transaction) => {
      await givenCalls(transaction, [{ account, at: now }]);
      throw new Error('rolled back');
    })
    .catch(() => {});
  assert.deepEqual(await wrongSums(), []);
});

const step = hourMs / 4;
const calls = fc.array(
  fc.record({
    at: fc.integer({ min: -20, max: 0 }).map((steps) => new Date(now.getTime() + steps * step - 1)),
    status: fc.constantFrom('completed', 'not_found'),
    kind: fc.constantFrom('find', 'job'),
    isTest: fc.boolean(),
    keyId: fc.constantFrom('key_one', 'key_other'),
  }),
  { maxLength: 40 },
);
const filters = fc.record({
  status: fc.constantFrom('', 'completed'),
  kind: fc.constantFrom('', 'job'),
  key_id: fc.constantFrom('', 'key_one'),
  mode: fc.constantFrom<CallFilter['mode']>('', 'test'),
  opened_from: fc.constant(''),
});
const spans = fc.tuple(fc.integer({ min: -22, max: 0 }), fc.integer({ min: 1, max: 22 }));
const pages = fc.record({ limit: fc.integer({ min: 1, max: 20 }), offset: fc.integer({ min: 0, max: 20 }) });

test('whatever the window, the filter and the page, a report has what its events say', async () => {
  const { db } = service.database;
  await fc.assert(
    fc.asyncProperty(calls, filters, spans, pages, async (given, filter, [from, steps], wanted) => {
      const { account } = await givenKey(db);
      if (given.length > 0)
        await givenCalls(
          db,
          given.map((call): GivenCall => ({ ...call, account })),
        );
      const start = new Date(now.getTime() + from * step);
      const window = { start, end: new Date(start.getTime() + steps * step) };
      const before = windowBefore(window, now);
      const report = await reportCalls(
        db,
        { account, mode: '' },
        { lastDay: window, window, before },
        filter,
        wanted,
      );
      const within = (span: TimeSpan) => given.filter(({ at }) => at >= span.start && at < span.end);
      const isMatch = ({ status, kind, keyId, isTest }: (typeof given)[number]) =>
        (filter.status === '' || status === filter.status) &&
        (filter.kind === '' || kind === filter.kind) &&
        (filter.key_id === '' || keyId === filter.key_id) &&
        (filter.mode === '' || isTest);
      const matching = within(window).filter(isMatch);
      assert.deepEqual(
        [report.usage_24h.requests, report.summary.requests, report.previous.requests],
        [within(window).length, matching.length, within(before).filter(isMatch).length],
      );
      const times = matching
        .map(({ at }) => at.toISOString())
        .toSorted((one, other) => (one < other ? 1 : -1));
      assert.deepEqual(
        report.events.map(({ at }) => at),
        times.slice(wanted.offset, wanted.offset + wanted.limit),
      );
    }),
    { numRuns: 60 },
  );
  assert.deepEqual(await wrongSums(), []);
});

/** As many calls in each of the three hours before this one. */
async function busyKey(callsPerHour: number): Promise<GivenKey> {
  const key = await givenKey(service.database.db);
  await service.database.pool.query(
    `insert into usage_event (account, at, op_key, kind, status, credits, reason, network, door, key_id)
    select $1, $2::timestamptz - (1 + n % 3) * interval '1 hour' + (n / 3) * interval '1 millisecond', gen_random_uuid(), 'find',
      'not_found', 0, 'not_found', 'github', 'api', $3
    from generate_series(0, 3 * $4::integer - 1) n`,
    [key.account, '2026-11-21T10:00:00Z', key.id, callsPerHour],
  );
  return key;
}

/** Events read on this connection. Earlier transactions count too, until the server has collected their numbers. */
async function readSoFar(db: Db): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0)), 0)::integer as read
    from pg_stat_xact_all_tables where relname like 'usage_event%'`.execute(db);
  return rows[0]!.read;
}

/** How many events the server reads for a report. */
async function eventsRead(
  key: GivenKey,
  filter: Partial<CallFilter>,
  wanted = page,
  start = now.getTime() - 7 * 24 * hourMs,
) {
  return service.database.db.transaction().execute(async (db) => {
    const end = new Date(now.getTime() + hourMs);
    const windows = {
      lastDay: { start: new Date(now.getTime() - 24 * hourMs), end },
      window: { start: new Date(start), end },
      before: { start: new Date(0), end: new Date(0) },
    };
    // Parallel workers of the server would read without being counted here.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(db);
    const before = await readSoFar(db);
    const report = await reportCalls(
      db,
      { account: key.account, mode: '' },
      windows,
      { ...noFilter, ...filter },
      wanted,
    );
    const read = (await readSoFar(db)) - before;
    return { read, requests: report.summary.requests, events: report.events.length };
  });
}

test('a report over many calls reads a page of them, whatever the filter', async () => {
  const key = await busyKey(callsReadMax + 1_000);
  const all = 3 * (callsReadMax + 1_000);
  for (const filter of [
    {},
    { key_id: key.id },
    { opened_from: 'api' },
    { status: 'not_found', mode: 'live' },
  ] as const) {
    const { read, requests, events } = await eventsRead(key, filter);
    assert.deepEqual([requests, events], [all, 50]);
    assert.ok(read < 500, `${read} events`);
  }
  const none = await eventsRead(key, { status: 'completed' });
  assert.deepEqual([none.requests, none.events], [0, 0]);
  assert.ok(none.read < 500, `${none.read} events`);
});

test('a window that begins within a busy hour counts the hour whole, without reading it', async () => {
  const key = await busyKey(callsReadMax + 1_000);
  const start = new Date('2026-11-21T08:00:05Z').getTime();
  const { read, requests } = await eventsRead(key, {}, page, start);
  assert.equal(requests, 2 * (callsReadMax + 1_000));
  assert.ok(read < 500, `${read} events`);
});

test('pages far back skip whole hours', async () => {
  const key = await busyKey(2_000);
  const { read, events } = await eventsRead(key, {}, { limit: 50, offset: 4_100 });
  assert.equal(events, 50);
  assert.ok(read < 500, `${read} events`);
});
