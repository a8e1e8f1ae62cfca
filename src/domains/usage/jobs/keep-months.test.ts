import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { type TestDatabase, testDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJobOn } from '#test/support/jobs.ts';
import { givenAccount } from '#test/support/kit.ts';
import { givenCalls, stopUsageClock } from '#test/support/usage-events.ts';
import { keepMonths } from './keep-months.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database[Symbol.asyncDispose]());

const settings = { current: () => ({ audit_months: 36 }) };
const keep = (processNow = new Date()) =>
  runJobOn({ ports: { db: database.db, settings } as never, now: () => processNow }, keepMonths);

async function keepAt(now: string): Promise<void> {
  await stopUsageClock(database.pool, now);
  await keep();
}

async function months(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits
     where inhparent in ('usage_event'::regclass, 'usage_hour'::regclass) order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !name.endsWith('_outside'));
}

async function callAt(at: string): Promise<void> {
  const { account } = await givenAccount(database.db, { accountId: 'asha' });
  await givenCalls(database.db, [{ account, at }]);
}

const monthsOfCalls = async () =>
  (
    await database.pool.query('select tableoid::regclass::text as name from usage_event order by at')
  ).rows.map(({ name }) => name);

const openAlerts = async () =>
  (await database.pool.query('select kind, details from operator_alert where resolved_at is null')).rows;

test('a new database has the month it is and three more', async () => {
  const made = await months();
  const { rows } = await database.pool.query(
    `select to_char(date_trunc('month', clock_timestamp(), 'UTC') + ahead * interval '1 month', 'YYYY_MM') as month
     from generate_series(0, 3) ahead order by 1`,
  );
  const wanted = rows.map(({ month }) => month);
  assert.deepEqual(made, [
    ...wanted.map((month) => `usage_event_${month}`),
    ...wanted.map((month) => `usage_hour_${month}`),
  ]);
});

test('months are made ahead, across a year, to the edge of each', async () => {
  await keepAt('2031-11-30T23:59:59.999Z');
  await callAt('2031-11-30T23:59:59.999Z');
  await callAt('2031-12-01T00:00:00.000Z');
  await callAt('2032-02-29T23:59:59.999Z');
  assert.deepEqual(await monthsOfCalls(), [
    'usage_event_2031_11',
    'usage_event_2031_12',
    'usage_event_2032_02',
  ]);
});

test('a call whose month was not made is kept, raises an alert, and moves into the month once it is made', async () => {
  await callAt('2031-07-15T12:00:00.000Z');
  assert.deepEqual(await monthsOfCalls(), ['usage_event_outside']);
  await keepAt('2031-01-01T00:00:00.000Z');
  assert.deepEqual(await openAlerts(), [
    {
      kind: 'usage_outside_months',
      details: {
        outside: [
          {
            table: 'usage_event',
            rows: 1,
            oldest: '2031-07-15T12:00:00.000Z',
            newest: '2031-07-15T12:00:00.000Z',
          },
          {
            table: 'usage_hour',
            rows: 1,
            oldest: '2031-07-15T12:00:00.000Z',
            newest: '2031-07-15T12:00:00.000Z',
          },
        ],
      },
    },
  ]);
  await keepAt('2031-05-01T00:00:00.000Z');
  assert.deepEqual(await monthsOfCalls(), ['usage_event_2031_07']);
  assert.deepEqual(await openAlerts(), []);
});

test('a month is dropped when it is older than 24 months, and not before', async () => {
  await keepAt('2031-03-01T00:00:00.000Z');
  await callAt('2031-03-31T23:59:59.999Z');
  await keepAt('2033-03-31T23:59:59.999Z');
  assert.deepEqual(await monthsOfCalls(), ['usage_event_2031_03']);
  await keepAt('2033-04-01T00:00:00.000Z');
  assert.deepEqual(await monthsOfCalls(), []);
  const left = await months();
  assert.equal(left[0], 'usage_event_2031_04');
  assert.ok(left.includes('usage_hour_2031_04') && !left.includes('usage_hour_2031_03'));
});

test('two processes that keep months at once make and drop each once', async () => {
  await stopUsageClock(database.pool, '2031-03-01T00:00:00.000Z');
  await Promise.all([keep(), keep()]);
  await stopUsageClock(database.pool, '2033-06-01T00:00:00.000Z');
  await Promise.all([keep(), keep()]);
  assert.deepEqual((await months()).slice(0, 2), ['usage_event_2031_06', 'usage_event_2033_06']);
});

for (const years of [-30, 30]) {
  test(`a process whose clock is ${years} years off makes and drops no month`, async () => {
    const before = await months();
    await keep(new Date(Date.now() + years * 365 * dayMs));
    assert.deepEqual(await months(), before);
  });
}

test('calls of a past month that is kept get their month, and those of one that is not are deleted', async () => {
  await callAt('2031-02-28T23:59:59.999Z');
  await callAt('2031-03-01T00:00:00.000Z');
  await callAt('2032-05-05T05:05:05.000Z');
  await keepAt('2033-03-31T23:59:59.999Z');
  assert.deepEqual(await monthsOfCalls(), ['usage_event_2031_03', 'usage_event_2032_05']);
  assert.deepEqual(await openAlerts(), []);
});

test('a missing month is made while calls of it come in', async () => {
  await stopUsageClock(database.pool, '2031-03-01T00:00:00.000Z');
  const { account } = await givenAccount(database.db, { accountId: 'asha' });
  const ended = new AbortController();
  const writers = [1, 2, 3].map(async () => {
    let calls = 0;
    for (; !ended.signal.aborted; calls++)
      await givenCalls(database.db, [{ account, at: '2031-03-01T00:00:00Z' }]);
    return calls;
  });
  await eventually(async () => assert.ok((await monthsOfCalls()).length > 20));
  await keep();
  ended.abort();
  const calls = (await Promise.all(writers)).reduce((sum, one) => sum + one);
  assert.deepEqual(await monthsOfCalls(), Array(calls).fill('usage_event_2031_03'));
});

test('a start makes the months that are missing, and waits for none that is in use', async () => {
  const made = await months();
  await database.pool.query(`drop table ${made.join(', ')}`);
  const reader = await database.pool.connect();
  await reader.query('begin');
  await reader.query('select * from usage_event_outside');
  await migrate(database.pool);
  assert.deepEqual(await months(), []);
  await reader.query('rollback');
  reader.release();
  await migrate(database.pool);
  assert.deepEqual(await months(), made);
});

test('the audit log has the same months, and keeps them as long as its setting says', async () => {
  const entry = (at: string) =>
    database.pool.query(
      `insert into audit_entry (at, actor, operation, event, request_id) values ($1, 'mira', 'a', 'a', '') returning id`,
      [at],
    );
  const monthsOfEntries = async () =>
    (
      await database.pool.query('select tableoid::regclass::text as name from audit_entry order by at')
    ).rows.map(({ name }) => name);
  await keepAt('2031-03-01T00:00:00.000Z');
  await entry('2031-03-01T00:00:00.000Z');
  await entry('2031-05-31T23:59:59.999Z');
  await entry('2030-12-31T00:00:00.000Z');
  const { rows } = await database.pool.query('select count(distinct id)::int as ids from audit_entry');
  assert.equal(rows[0].ids, 3);
  await keep();
  const kept = ['audit_entry_2030_12', 'audit_entry_2031_03', 'audit_entry_2031_05'];
  assert.deepEqual(await monthsOfEntries(), kept);
  await keepAt('2033-12-31T23:59:59.999Z');
  assert.deepEqual(await monthsOfEntries(), kept);
  await keepAt('2034-03-31T23:59:59.999Z');
  assert.deepEqual(await monthsOfEntries(), kept.slice(1));
  await keepAt('2034-04-01T00:00:00.000Z');
  assert.deepEqual(await monthsOfEntries(), kept.slice(2));
});
