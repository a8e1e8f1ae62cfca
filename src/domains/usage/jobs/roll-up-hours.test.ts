import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { runJobOn } from '#test/support/jobs.ts';
import { type GivenKey, givenKey } from '#test/support/kit.ts';
import { fc } from '#test/support/properties.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { givenCalls, stopUsageClock } from '#test/support/usage-events.ts';
import { rollUpHour } from '../sql/upkeep.ts';
import { rollUpHours } from './roll-up-hours.ts';

const now = new Date('2026-03-11T10:30:15.250Z');
const rolledFrom = new Date('2026-03-09T05:00:00.000Z');

let service: TestService;
let key: GivenKey;
before(async () => {
  service = await testService({ clock: manualClock(now) });
  key = await givenKey(service.database.db, { ownRate: 10_000 });
  const other = await givenKey(service.database.db);
  const calls = fc.sample(
    fc.record({
      account: fc.constantFrom(key.account, other.account),
      // To the hour often, so that its edges are met.
      at: fc
        .tuple(fc.integer({ min: 0, max: 3 * 24 }), fc.constantFrom(0, 0, 1, hourMs - 1, 1_234_567))
        .map(
          ([hours, ms]) =>
            new Date(now.getTime() - 3 * dayMs - (now.getTime() % hourMs) + hours * hourMs + ms),
        ),
      kind: fc.constantFrom('find', 'job_item'),
      status: fc.constantFrom('completed', 'not_found', 'failed'),
      credits: fc.integer({ min: 0, max: 2 }),
      network: fc.constantFrom('linkedin', 'github'),
      isTest: fc.boolean(),
    }),
    { numRuns: 2_000, seed: 7 },
  );
  await givenCalls(service.database.db, calls);
  await rolledIs(rolledFrom, rolledFrom);
});
after(() => service[Symbol.asyncDispose]());

const rolledIs = (from: Date, through: Date) =>
  service.database.pool.query('update usage_rolled set from_hour = $1, through_hour = $2', [from, through]);

const rolledThrough = async (): Promise<string> =>
  (
    await service.database.pool.query('select through_hour from usage_rolled')
  ).rows[0].through_hour.toISOString();

const roll = (at: Date) => runJobOn({ ports: service.app.kernel.ports, now: () => at }, rollUpHours);

async function allReports(): Promise<unknown[]> {
  const queries = [
    '',
    '?start=2026-03-09T04:59:59.999Z&end=2026-03-09T05:00:00.001Z',
    '?start=2026-03-09T05:00:00Z&end=2026-03-10T05:00:00Z',
    '?start=2026-03-09T05:00:00.001Z&end=2026-03-10T04:59:59.999Z',
    '?start=2026-03-10T07:12:00Z&end=2026-03-10T07:40:00Z',
    '?status=completed&kind=job_item',
  ];
  const responses = await Promise.all([
    ...queries.map((query) => service.withKey(key.text, 'GET', `/api/v1/usage${query}`)),
    ...[1, 2, 24, 29, 60, 2160].map((hours) => service.admin('GET', `/api/v1/admin/usage?hours=${hours}`)),
  ]);
  return responses.map((response) => response.json());
}

test('the reports say the same before hours are rolled up, while they are, and after', async () => {
  const wanted = await allReports();
  await roll(new Date('2026-03-10T07:06:00.000Z'));
  assert.equal(await rolledThrough(), '2026-03-10T07:00:00.000Z');
  assert.deepEqual(await allReports(), wanted);
  await Promise.all([roll(now), roll(now)]);
  assert.equal(await rolledThrough(), '2026-03-11T10:00:00.000Z');
  assert.deepEqual(await allReports(), wanted);
});

test('the reports read no event of an hour that is rolled up', async () => {
  await roll(now);
  const [before] = (await allReports()) as { summary: { requests: number } }[];
  await service.database.pool.query(
    `delete from usage_event where at >= '2026-03-09T05:00:00Z' and at < '2026-03-11T10:00:00Z'`,
  );
  const [afterwards] = (await allReports()) as { summary: { requests: number } }[];
  assert.ok(before!.summary.requests > 0);
  assert.deepEqual(afterwards!.summary, before!.summary);
});

for (const [at, hours] of [
  ['2026-03-12T01:04:59.999Z', 0],
  ['2026-03-12T01:05:00.000Z', 1],
] as const) {
  test(`at ${at} ${hours} of the hours from midnight are rolled up`, async () => {
    const midnight = new Date('2026-03-12T00:00:00.000Z');
    await rolledIs(midnight, midnight);
    await roll(new Date(at));
    assert.equal(await rolledThrough(), new Date(midnight.getTime() + hours * hourMs).toISOString());
  });
}

/**
 * An hour to be rolled up that ends after every transaction of the test begins, on a database whose clock stands so long after
 * that end.
 */
async function databaseWithEndedHour(sinceMs: number) {
  const database = await testDatabase();
  const { rows } = await database.pool.query<{ end: Date }>(
    `update usage_rolled set (from_hour, through_hour) =
       (select later, later from (select date_trunc('hour', clock_timestamp(), 'UTC') + interval '1 hour' as later) hour)
     returning through_hour + interval '1 hour' as end`,
  );
  const now = new Date(rows[0]!.end.getTime() + sinceMs);
  await stopUsageClock(database.pool, now);
  return { ...database, now };
}

test('an hour waits for a transaction that began before its end', async () => {
  await using database = await databaseWithEndedHour(hourMs);
  const { pool, db, now } = database;
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select 1');
  assert.equal(await rollUpHour(db, now), false);
  await client.query('commit');
  assert.equal(await rollUpHour(db, now), true);
  client.release();
});

test('an hour that has not ended by the clock of the database is left, whatever a process believes', async () => {
  await using database = await databaseWithEndedHour(5 * minuteMs - 1);
  const { pool, db, now } = database;
  const nextYear = new Date(now.getTime() + 365 * dayMs);
  assert.equal(await rollUpHour(db, nextYear), false);
  await stopUsageClock(pool, new Date(now.getTime() + 1));
  assert.equal(await rollUpHour(db, nextYear), true);
});
