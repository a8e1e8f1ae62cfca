import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { hourMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { customer, find, givenAccount, givenKey } from '#test/support/kit.ts';
import { termsNamed } from '#test/support/plans.ts';
import { testService } from '#test/support/service.ts';
import { type GivenCall, givenCalls } from '#test/support/usage-events.ts';
import { LookupTimes } from './lookup-times.ts';

const clock = manualClock(new Date('2026-01-01T00:00:00.000Z'));
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;
const daysBetweenTests = 100;

/** A quiet stretch of time with these calls at its end; the first member is the account's own string. */
async function afterCalls(
  calls: readonly [string, Omit<GivenCall, 'account' | 'at'> & { agoMs: number }][],
): Promise<void> {
  clock.advance(daysBetweenTests * 24 * hourMs);
  for (const [accountId, { agoMs, ...call }] of calls) {
    const { account } = await givenAccount(db, { accountId });
    await givenCalls(db, [{ account, at: new Date(clock.now().getTime() - agoMs), ...call }]);
  }
}

async function reportOf(query = '') {
  const response = await service.admin('GET', `/api/v1/admin/usage${query}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

test('without hours the last 24 count, to the millisecond', async () => {
  await afterCalls([
    ['asha', { agoMs: 24 * hourMs + 1 }],
    ['asha', { agoMs: 24 * hourMs }],
    ['asha', { agoMs: 1 }],
  ]);
  const { hours, since, totals } = await reportOf();
  assert.deepEqual([hours, since], [24, new Date(clock.now().getTime() - 24 * hourMs).toISOString()]);
  assert.deepEqual(totals, { requests: 2, completed: 2, not_found: 0, credits: 2, accounts: 1 });
});

for (const hours of [1, 2160]) {
  test(`${hours} hours count to the millisecond`, async () => {
    await afterCalls([
      ['asha', { agoMs: hours * hourMs + 1 }],
      ['asha', { agoMs: hours * hourMs }],
    ]);
    assert.equal((await reportOf(`?hours=${hours}`)).totals.requests, 1);
  });
}

for (const hours of ['0', '-1', '2161', '1.5', 'many', '']) {
  test(`hours of '${hours}' are 422 naming hours`, async () => {
    const response = await service.admin('GET', `/api/v1/admin/usage?hours=${hours}`);
    assert.equal(response.statusCode, 422);
    assert.deepEqual(response.json().detail[0].loc, ['query', 'hours']);
  });
}

test('totals are those of all accounts, by network, by account and by hour', async () => {
  await afterCalls([
    ['asha', { agoMs: 2 * hourMs, network: 'linkedin' }],
    ['asha', { agoMs: 1, network: 'linkedin', status: 'not_found', credits: 0 }],
    ['ravi', { agoMs: 2, network: 'github' }],
    ['ravi', { agoMs: 3, network: 'linkedin' }],
    ['ravi', { agoMs: 4, network: 'linkedin' }],
  ]);
  const { totals, by_network, top_accounts, hourly } = await reportOf();
  assert.deepEqual(totals, { requests: 5, completed: 4, not_found: 1, credits: 4, accounts: 2 });
  assert.deepEqual(by_network, [
    { network: 'linkedin', requests: 4, completed: 3, not_found: 1, credits: 3 },
    { network: 'github', requests: 1, completed: 1, not_found: 0, credits: 1 },
  ]);
  assert.deepEqual(top_accounts, [
    { account_id: 'ravi', requests: 3, completed: 3, not_found: 0, credits: 3 },
    { account_id: 'asha', requests: 2, completed: 1, not_found: 1, credits: 1 },
  ]);
  const hour = (ago: number) => new Date(clock.now().getTime() - ago * hourMs).toISOString();
  assert.deepEqual(
    hourly.map((each: { hour: string; requests: number }) => [each.hour, each.requests]),
    [
      [hour(2), 1],
      [hour(1), 4],
    ],
  );
});

test('twenty accounts at most are named', async () => {
  await afterCalls(Array.from({ length: 25 }, (_, at) => [`account ${at}`, { agoMs: at }]));
  const { totals, top_accounts } = await reportOf();
  assert.deepEqual([totals.accounts, top_accounts.length], [25, 20]);
});

test('without calls everything is empty', async () => {
  await afterCalls([]);
  const { totals, by_network, top_accounts, hourly } = await reportOf();
  assert.deepEqual(totals, { requests: 0, completed: 0, not_found: 0, credits: 0, accounts: 0 });
  assert.deepEqual([by_network, top_accounts, hourly], [[], [], []]);
});

test('what test keys asked does not count', async () => {
  await afterCalls([
    ['asha', { agoMs: 1 }],
    ['asha', { agoMs: 2, isTest: true }],
    ['ravi', { agoMs: 3, isTest: true }],
  ]);
  const { totals, by_network, top_accounts, hourly } = await reportOf();
  assert.deepEqual([totals.requests, totals.accounts], [1, 1]);
  for (const parts of [by_network, top_accounts, hourly])
    assert.deepEqual([parts.length, parts[0].requests], [1, 1]);
});

test('lookups are timed by the hour, from the one in which the window begins', async () => {
  await afterCalls([]);
  const lookupTimes = service.app.kernel.ports.use(LookupTimes);
  for (const agoHours of [25, 24, 0]) {
    clock.advance(-agoHours * hourMs);
    for (const ms of [4, 40, 40, 4000]) lookupTimes.took(ms + agoHours);
    await lookupTimes.write();
    clock.advance(agoHours * hourMs);
  }
  const { latency } = await reportOf();
  assert.deepEqual(latency, { lookups: 8, p50_ms: 50, p95_ms: 4600, p99_ms: 4920 });
});

test('a live lookup is timed, one with a test key is not', async () => {
  await afterCalls([]);
  const { key } = await customer(service, 5);
  await find(service, { key }, 'github.com/nobody-known');
  const { text } = await givenKey(db, { accountId: 'a tester', mode: 'test' });
  await find(service, { key: text }, 'github.com/nobody-known');
  await service.app.kernel.ports.use(LookupTimes).write();
  assert.equal((await reportOf('?hours=1')).latency.lookups, 1);
});

test('money is reported by UTC day: sales, what went back, and what vendors took', async () => {
  await afterCalls([]);
  const today = clock.now().toISOString().slice(0, 10);
  const dayBefore = (days: number) => new Date(clock.now().getTime() - days * 24 * hourMs).toISOString();
  await service.database.pool.query(
    `insert into purchase (id, provider, plan, kind, amount_paise, credits, terms, created_at)
     values ('pur_1', 'sandbox', 'starter', 'monthly', 10000, 20, $1, now())`,
    [termsNamed('starter')],
  );
  const pay = (
    id: string,
    kind: string,
    paise: number,
    at: string,
    outcome: string | null,
    credits: number | null,
  ) =>
    service.database.pool.query(
      `insert into payment (id, kind, provider, reference, provider_payment_id, purchase, plan, amount_paise, currency, occurred_at,
         recorded_at, outcome, credits) values ($1, $2, 'sandbox', $1, $1, 'pur_1', 'starter', $3, 'INR', $4, $4, $5, $6)`,
      [id, kind, paise, at, outcome, credits],
    );
  await pay('p0', 'payment', 700, dayBefore(2), 'duplicate', null);
  await pay('p1', 'payment', 10_000, dayBefore(1), 'reversed', 20);
  await pay('p2', 'payment', 50_000, dayBefore(0), 'duplicate', null);
  await pay('p3', 'payment_correction', 50_000, dayBefore(0), null, null);
  await service.database.pool.query(
    `insert into source_tally (source, day, asked, paise) values ('one', $1, 1, 120.5), ('other', $1, 1, 30)`,
    [today],
  );
  const { daily, ...sums } = (await reportOf()).money;
  const nothing = { credits_sold: 0, paid_paise: 0, returned_paise: 0, vendor_paise: 0 };
  assert.deepEqual(daily, [
    { date: dayBefore(1).slice(0, 10), ...nothing, credits_sold: 20, paid_paise: 10_000 },
    { date: today, ...nothing, paid_paise: 50_000, returned_paise: 50_000, vendor_paise: 150.5 },
  ]);
  assert.deepEqual(sums, {
    credits_sold: 20,
    paid_paise: 60_000,
    returned_paise: 50_000,
    vendor_paise: 150.5,
  });
});
