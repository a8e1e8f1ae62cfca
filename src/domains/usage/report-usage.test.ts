import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayMs, hourMs } from '#core/clock.ts';
import { manualClock } from '#test/support/clock.ts';
import { customer, find, type GivenKey, givenKey, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { type GivenCall, givenCalls } from '#test/support/usage-events.ts';

const now = new Date('2026-11-21T10:30:00.000Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

let service: TestService;
before(async () => {
  service = await testService({ clock: manualClock(now) });
});
after(() => service[Symbol.asyncDispose]());

/** A key whose account has made these calls. */
async function keyAfter(calls: readonly Omit<GivenCall, 'account'>[]): Promise<GivenKey> {
  const key = await givenKey(service.database.db, { rate_limit_per_min: 10_000 });
  if (calls.length > 0) {
    await givenCalls(
      service.database.db,
      calls.map((call) => ({ ...call, account: key.account })),
    );
  }
  return key;
}

async function reportOf(key: GivenKey, query: Record<string, string> = {}) {
  const response = await service.withKey(key.text, 'GET', `/api/v1/usage?${new URLSearchParams(query)}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

const timesOf = (report: { events: { at: string }[] }) => report.events.map(({ at }) => at);

test('without a window the last 7 days count, to the millisecond', async () => {
  const key = await keyAfter([{ at: ago(7 * dayMs + 1) }, { at: ago(7 * dayMs) }, { at: ago(1) }]);
  const report = await reportOf(key);
  assert.deepEqual(report.window, { start: ago(7 * dayMs).toISOString(), end: now.toISOString() });
  assert.deepEqual(timesOf(report), [ago(1).toISOString(), ago(7 * dayMs).toISOString()]);
  assert.deepEqual([report.summary.requests, report.total], [2, 2]);
});

test('a window has its start and not its end', async () => {
  const start = '2026-10-01T00:00:00.000Z';
  const end = '2026-10-02T00:00:00.000Z';
  const key = await keyAfter([
    { at: '2026-09-30T23:59:59.999Z' },
    { at: start },
    { at: '2026-10-01T23:59:59.999Z' },
    { at: end },
  ]);
  assert.deepEqual(timesOf(await reportOf(key, { start, end })), ['2026-10-01T23:59:59.999Z', start]);
  assert.equal((await reportOf(key, { start: '2026-10-01', end: '2026-10-01' })).total, 2);
});

test('usage_24h is the last 24 hours whatever is asked, to the millisecond', async () => {
  const key = await keyAfter([{ at: ago(24 * hourMs + 1) }, { at: ago(24 * hourMs) }, { at: ago(5) }]);
  const longAgo = { start: '2026-10-01', end: '2026-10-02', status: 'not_found', kind: 'other' };
  for (const query of [{}, longAgo]) {
    const { usage_24h } = await reportOf(key, query as Record<string, string>);
    assert.deepEqual(usage_24h, { requests: 2, completed: 2, not_found: 0, credits: 2 });
  }
});

test('the summary adds up by status, by kind and by UTC day', async () => {
  const key = await keyAfter([
    { at: '2026-11-18T23:59:59.999Z' },
    { at: '2026-11-19T00:00:00.000Z', status: 'not_found', credits: 0 },
    { at: '2026-11-19T12:00:00.000Z', kind: 'job_item', credits: 1 },
    { at: '2026-11-19T13:00:00.000Z', status: 'failed', credits: 0 },
  ]);
  const { summary, daily } = await reportOf(key);
  assert.deepEqual(summary, {
    requests: 4,
    completed: 2,
    not_found: 1,
    credits: 2,
    by_status: { completed: 2, not_found: 1, failed: 1 },
    by_kind: { find: 3, job_item: 1 },
  });
  assert.deepEqual(daily, [
    { date: '2026-11-18', requests: 1, completed: 1, not_found: 0, credits: 1 },
    { date: '2026-11-19', requests: 3, completed: 1, not_found: 1, credits: 1 },
  ]);
});

test('the time before the window is as long as what has passed of it, and is filtered alike', async () => {
  const key = await keyAfter([
    { at: '2026-11-21T10:00:00.000Z' },
    { at: '2026-11-20T10:29:59.999Z' },
    { at: '2026-11-20T10:29:59.999Z', status: 'not_found', credits: 0 },
    { at: '2026-11-20T10:30:00.000Z' },
    { at: '2026-11-19T23:59:59.999Z' },
  ]);
  const today = { start: '2026-11-21', end: '2026-11-21' };
  const { previous } = await reportOf(key, today);
  assert.deepEqual(previous, { requests: 2, completed: 1, not_found: 1, credits: 1 });
  assert.equal((await reportOf(key, { ...today, status: 'not_found' })).previous.requests, 1);
});

test('a test key gets the calls with test keys alone', async () => {
  const { accountId } = await keyAfter(mixed);
  const test = await givenKey(service.database.db, { accountId, mode: 'test' });
  for (const mode of ['', 'live', 'test']) {
    const { summary, usage_24h, previous, daily, events } = await reportOf(test, { mode });
    assert.deepEqual([summary.requests, usage_24h.requests, previous.requests], [1, 1, 0], mode);
    assert.deepEqual([daily.length, daily[0].requests, events.length], [1, 1, 1], mode);
  }
});

const mixed = [
  { at: ago(1000), kind: 'find', status: 'completed' },
  { at: ago(2000), kind: 'find', status: 'not_found', credits: 0, isTest: true },
  { at: ago(3000), kind: 'job_item', status: 'completed' },
  { at: ago(4000), kind: 'job_item', status: 'not_found', credits: 0 },
  { at: ago(5000), kind: 'job_item', status: 'not_found', credits: 0 },
];

for (const [query, requests] of [
  [{ status: '', kind: '' }, 5],
  [{ status: 'not_found' }, 3],
  [{ kind: 'find' }, 2],
  [{ mode: 'test' }, 1],
  [{ mode: 'live', status: 'not_found' }, 2],
  [{ status: 'completed', kind: 'job_item' }, 1],
  [{ status: 'no such status' }, 0],
  [{ kind: "find' or true --" }, 0],
] as const) {
  test(`filtered by ${JSON.stringify(query)} summary, days, total and events show ${requests} of 5 calls`, async () => {
    const report = await reportOf(await keyAfter(mixed), query);
    const inDays = report.daily.reduce((sum: number, day: { requests: number }) => sum + day.requests, 0);
    assert.deepEqual(
      [report.summary.requests, report.total, report.events.length, inDays],
      [requests, requests, requests, requests],
    );
  });
}

test('filtered by a key, only the calls with it count', async () => {
  const { db } = service.database;
  const key = await givenKey(db, { rate_limit_per_min: 10_000 });
  const other = await givenKey(db, { accountId: key.accountId });
  const calls = [
    { at: ago(1000), keyId: key.id },
    { at: ago(2000), keyId: key.id, status: 'not_found', credits: 0 },
    { at: ago(3000), keyId: other.id },
  ];
  await givenCalls(
    db,
    calls.map((call) => ({ ...call, account: key.account })),
  );
  for (const [key_id, requests] of [
    [key.id, 2],
    [other.id, 1],
    ['', 3],
  ] as const) {
    const { summary, events } = await reportOf(key, { key_id });
    assert.deepEqual([summary.requests, events.length], [requests, requests]);
  }
});

test('limit and offset page through the events, newest first, and leave the figures as they are', async () => {
  const calls = Array.from({ length: 60 }, (_, at) => ({ at: ago((at + 1) * 1000) }));
  const key = await keyAfter(calls);
  const wanted = calls.map(({ at }) => at.toISOString());
  assert.deepEqual(timesOf(await reportOf(key)), wanted.slice(0, 50));
  const second = await reportOf(key, { limit: '25', offset: '50' });
  assert.deepEqual(timesOf(second), wanted.slice(50));
  assert.deepEqual([second.total, second.summary.requests, second.limit, second.offset], [60, 60, 25, 50]);
  assert.deepEqual(timesOf(await reportOf(key, { offset: '60' })), []);
  assert.deepEqual(timesOf(await reportOf(key, { limit: '500' })), wanted);
});

for (const [query, member] of [
  ['limit=0', 'limit'],
  ['limit=501', 'limit'],
  ['limit=ten', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=1000001', 'offset'],
  ['start=2026-02-30', 'start'],
  ['end=tomorrow', 'end'],
  ['start=2026-11-20&end=2026-11-19', 'end'],
  ['start=2026-11-25', 'end'],
  ['start=2026-08-01', 'start'],
  [`status=${'x'.repeat(51)}`, 'status'],
  [`kind=${'x'.repeat(51)}`, 'kind'],
] as const) {
  test(`${query.slice(0, 40)} is 422 naming ${member}`, async () => {
    const response = await service.withKey((await keyAfter([])).text, 'GET', `/api/v1/usage?${query}`);
    assert.equal(response.statusCode, 422);
    assert.deepEqual(
      response.json().detail.map((fault: { loc: string[] }) => fault.loc),
      [['query', member]],
    );
  });
}

test('exactly 90 days are reported', async () => {
  const { window } = await reportOf(await keyAfter([]), { start: ago(90 * dayMs).toISOString() });
  assert.deepEqual(window, { start: ago(90 * dayMs).toISOString(), end: now.toISOString() });
});

test('dates at the ends of the calendar are reported, not failed', async () => {
  const key = await keyAfter([]);
  assert.equal((await reportOf(key, { start: '9999-12-30', end: '9999-12-31' })).total, 0);
  assert.equal((await reportOf(key, { start: '1000-01-01', end: '1000-01-02' })).total, 0);
});

test('an account sees its own calls only, the same through the key and through the dashboard', async () => {
  const mine = await keyAfter([{ at: ago(1000) }, { at: ago(2000) }]);
  const other = await keyAfter([{ at: ago(1500) }]);
  const throughKey = await reportOf(mine);
  assert.deepEqual([throughKey.account_id, throughKey.total], [mine.accountId, 2]);
  const response = await service.internal('GET', `/internal/usage/by-account/${mine.accountId}`);
  assert.deepEqual(response.json(), throughKey);
  const named = await service.withKey(other.text, 'GET', `/api/v1/usage?account_id=${mine.accountId}`);
  assert.equal(named.statusCode, 422);
  assert.deepEqual((await reportOf(other)).total, 1);
});

test('after lookups the figures are those of the ledger', async () => {
  await using live = await testService();
  await importRows(live, 'profile_url,email\ngithub.com/usage-tester,usage@works.example\n');
  const { accountId, key } = await customer(live, 3);
  const links = ['usage-tester', 'nobody-known', 'usage-tester', 'usage-tester', 'usage-tester'];
  for (const link of links) await find(live, { key }, `github.com/${link}`);

  const { summary, usage_24h, events } = (await live.withKey(key, 'GET', '/api/v1/usage')).json();
  const { rows } = await live.database.pool.query(
    `select sum(amount)::int as spent from credit_ledger join account on account.id = credit_ledger.account
     where kind = 2 and account.account_id = $1`,
    [accountId],
  );
  assert.deepEqual([rows[0].spent, summary.credits, usage_24h.credits], [3, 3, 3]);
  assert.deepEqual([summary.requests, summary.completed, summary.not_found], [4, 3, 1]);
  const charged = events.reduce((sum: number, event: { credits: number }) => sum + event.credits, 0);
  assert.equal(charged, 3);
});

test('an event has the client_reference of its call and says nothing of the others', async () => {
  await using live = await testService();
  const { key } = await customer(live, 3);
  const references = ['CRM 17, "Asha"', undefined, '{}\u001e\n,\\'];
  for (const [at, client_reference] of references.entries()) {
    const profile_url = `github.com/nobody-known-${at}`;
    await live.withKey(key, 'POST', '/api/v1/find', { profile_url, client_reference });
  }
  const { events } = (await live.withKey(key, 'GET', '/api/v1/usage')).json();
  assert.deepEqual(
    events.map((event: { client_reference: string | null }) => event.client_reference).reverse(),
    references.map((reference) => reference ?? null),
  );
});
