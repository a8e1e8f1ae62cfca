import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { runJob } from '#core/running/run-job.ts';
import { resumeNextDay } from '#domains/jobs/resume-next-day.ts';
import { changeJob, givenJob } from '#test/support/bulk-jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { type Customer, customer, find, givenBudget, importRows } from '#test/support/kit.ts';
import { type LedgerClock, stopLedgerClock } from '#test/support/ledger/clock.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { withSettings } from '#test/support/settings.ts';

let service: TestService;
let clock: LedgerClock;
const startAt = new Date();
before(async () => {
  service = await testService();
  clock = await stopLedgerClock(service.database.pool, startAt);
  const rows = Array.from({ length: 40 }, (_, at) => `${linkOf(at)},p${at}@works.example`);
  await importRows(service, ['profile_url,email', ...rows].join('\n'));
  await service.app.work();
});
after(() => service?.[Symbol.asyncDispose]());

const linkOf = (at: number) => `https://github.com/person-${at}-example`;
const path = ({ accountId }: Customer) => `/internal/budgets/${accountId}`;
const set = (holder: Customer, body: object) => service.internal('POST', path(holder), body);

const given = (holder: Customer, body: object) => givenBudget(service, holder, body);

const list = async (holder: Customer) => (await service.internal('GET', path(holder))).json().items;
const hit = (holder: Customer, at = 0) => find(service, holder, linkOf(at));
const miss = (holder: Customer) => find(service, holder, 'https://github.com/nobody-example');

async function hits(holder: Customer, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) assert.equal((await hit(holder, at)).statusCode, 200);
}

test('beyond a budget hits and misses are refused alike, and told which budget it is and when it starts again', async () => {
  const holder = await customer(service);
  const { id, starts_again_at } = await given(holder, { credits: 2, time_zone: 'Asia/Kolkata' });
  await hits(holder, 2);
  assert.equal((await list(holder))[0].left, 0);
  for (const refused of [await hit(holder, 2), await miss(holder)]) {
    const { code, budget, detail, starts_again_at: again } = refused.json();
    assert.deepEqual([refused.statusCode, code, again], [402, 'budget_reached', starts_again_at]);
    assert.deepEqual(budget, { id, scope: 'account', period: 'day', credits: 2, spent: 2 });
    assert.match(detail, /^The account’s budget of 2 credits per day is reached\. It starts again at 20/);
  }
  assert.match(starts_again_at, /T18:30:00\.000Z$/);
});

test('a budget of a key limits that key alone, and the key that replaces it', async () => {
  const holder = await customer(service);
  const other = await service.internal('POST', `/internal/keys/by-account/${holder.accountId}`, {
    name: 'CRM',
  });
  await given(holder, { key_id: holder.keyId, credits: 1 });
  await hits(holder, 1);
  assert.equal((await hit(holder, 1)).json().budget.scope, 'key');
  assert.equal((await hit({ ...holder, key: other.json().key }, 1)).statusCode, 200);
  const replaced = await service.internal('POST', `/internal/key/regenerate/${holder.accountId}`, {
    key_id: holder.keyId,
  });
  assert.equal(replaced.statusCode, 200, replaced.body);
  assert.equal((await hit({ ...holder, key: replaced.json().key }, 2)).json().code, 'budget_reached');
  assert.equal((await list(holder))[0].key.id, replaced.json().id);
});

test('a key sees the budgets that hold for it, and no others', async () => {
  const holder = await customer(service);
  const other = await service.internal('POST', `/internal/keys/by-account/${holder.accountId}`, {
    name: 'CRM',
  });
  await given(holder, { credits: 9 });
  await given(holder, { credits: 5, key_id: holder.keyId });
  const seen = async (key: string) => (await service.withKey(key, 'GET', '/api/v1/budgets')).json().items;
  assert.deepEqual(
    (await seen(holder.key)).map(({ scope }: { scope: string }) => scope),
    ['account', 'key'],
  );
  assert.equal((await seen(other.json().key)).length, 1);
});

test('what was spent before in the period counts, and a budget below that refuses until it is raised', async () => {
  const holder = await customer(service);
  await hits(holder, 3);
  assert.equal((await given(holder, { credits: 2 })).spent, 3);
  assert.equal((await given(holder, { credits: 4, key_id: holder.keyId, period: 'month' })).spent, 3);
  assert.equal((await hit(holder, 3)).json().budget.period, 'day');
  const raised = await given(holder, { credits: 9 });
  assert.deepEqual([raised.spent, raised.left], [3, 6]);
  assert.equal((await hit(holder, 3)).statusCode, 200);
  assert.equal((await hit(holder, 4)).json().budget.scope, 'key');
});

test('in another time zone each budget counts its own day again', async () => {
  const holder = await customer(service);
  await given(holder, { credits: 5 });
  await given(holder, { credits: 5, key_id: holder.keyId });
  await hits(holder, 2);
  await given(holder, { credits: 5, period: 'month', time_zone: 'pacific/kiritimati' });
  const budgets = await list(holder);
  assert.deepEqual(
    new Set(budgets.map(({ time_zone }: never) => time_zone)),
    new Set(['Pacific/Kiritimati']),
  );
  for (const { spent, starts_again_at } of budgets) {
    assert.equal(spent, 2);
    assert.match(starts_again_at, /T10:00:00\.000Z$/);
  }
});

test('a replay is free, and so is a repeat within the free days: no budget refuses them', async () => {
  const holder = await customer(service);
  await given(holder, { credits: 1 });
  const once = () => find(service, holder, linkOf(0), { 'idempotency-key': 'one' });
  const first = await once();
  await withSettings(service, { free_repeat_days: 1 });
  const again = await once();
  assert.deepEqual([again.statusCode, again.json().id], [200, first.json().id]);
  await service.database.pool.query(
    `insert into lookup_repeat (account, profile_hash, paid_at)
    select account, profile_hash, ledger_now() from lookup where account = (select id from account where account_id = $1)
    on conflict do nothing`,
    [holder.accountId],
  );
  assert.equal((await hit(holder, 0)).json().credits.reason, 'repeat');
  assert.equal((await hit(holder, 1)).json().code, 'budget_reached');
  await withSettings(service, { free_repeat_days: 0 });
  assert.equal((await list(holder))[0].spent, 1);
});

test('a dry run says what is already paid for', async () => {
  const holder = await customer(service);
  await withSettings(service, { free_repeat_days: 30 });
  await hits(holder, 2);
  const profiles = [0, 1, 2, 3, 4].map((at) => ({ profile_url: linkOf(at) }));
  const dry = await service.withKey(holder.key, 'POST', '/api/v1/jobs', { profiles, dry_run: true });
  const { at_most, already_paid } = dry.json().credits;
  assert.deepEqual([at_most, already_paid], [3, 2]);
  await withSettings(service, { free_repeat_days: 0 });
});

test('a budget of nothing, an unknown time zone, and keys that can’t spend are refused', async () => {
  const holder = await customer(service);
  const testKey = await service.internal('POST', `/internal/keys/by-account/${holder.accountId}`, {
    ...{ name: 'CI', mode: 'test' },
  });
  const refusal = async (body: object) => {
    const answer = await set(holder, { period: 'day', credits: 5, ...body });
    return [answer.statusCode, answer.json().detail[0]?.loc.at(-1), answer.json().detail[0]?.msg];
  };
  assert.deepEqual(await refusal({ credits: 0 }), [
    422,
    'credits',
    'Input should be greater than or equal to 1',
  ]);
  assert.deepEqual(await refusal({ time_zone: 'Mars/Olympus' }), [
    422,
    'time_zone',
    'Input should be the name of a time zone, such as Asia/Kolkata or Europe/Berlin',
  ]);
  assert.deepEqual((await refusal({ time_zone: 'posix/Asia/Kolkata' }))[0], 422);
  assert.deepEqual(await refusal({ key_id: testKey.json().id }), [
    422,
    'key_id',
    'A test key spends nothing',
  ]);
  const { keyId } = await customer(service);
  assert.equal((await set(holder, { period: 'day', credits: 1, key_id: keyId })).statusCode, 404);
  assert.deepEqual(await list(holder), []);
});

test('a removed budget refuses nothing any more', async () => {
  const holder = await customer(service);
  const { id } = await given(holder, { credits: 1 });
  await hits(holder, 1);
  assert.equal((await hit(holder, 1)).statusCode, 402);
  const removed = await service.internal('DELETE', `${path(holder)}/${id}`);
  assert.deepEqual([removed.statusCode, removed.json().spent], [200, 1]);
  assert.equal((await hit(holder, 1)).statusCode, 200);
});

const job = async ({ key }: Customer, id: string) =>
  (await service.withKey(key, 'GET', `/api/v1/jobs/${id}`)).json();
const until = (holder: Customer, id: string, status: string, because: string | null) =>
  eventually(async () => {
    const now = await job(holder, id);
    assert.deepEqual([now.status, now.paused_because], [status, because], JSON.stringify(now));
  });
const tenProfiles = { profiles: Array.from({ length: 10 }, (_, at) => ({ profile_url: linkOf(at) })) };

test('a job pauses at a budget with not one credit over, and continues when it is raised', async () => {
  const holder = await customer(service);
  await given(holder, { credits: 4 });
  const id = await givenJob(service, holder, tenProfiles);
  await until(holder, id, 'paused', 'budget');
  assert.equal((await job(holder, id)).credits.spent, 4);
  await given(holder, { credits: 7 });
  await eventually(async () => assert.equal((await job(holder, id)).credits.spent, 7));
  await until(holder, id, 'paused', 'budget');
  const [{ id: budget }] = await list(holder);
  await service.internal('DELETE', `${path(holder)}/${budget}`);
  await until(holder, id, 'completed', null);
  assert.equal((await job(holder, id)).credits.spent, 10);
});

test('a job paused at the budget of its key continues the next day', async () => {
  const holder = await customer(service);
  await given(holder, { credits: 6, key_id: holder.keyId });
  const id = await givenJob(service, holder, tenProfiles);
  await until(holder, id, 'paused', 'budget');
  const resume = () =>
    runJob(service.app.kernel, resumeNextDay, {
      ...{ id: 'test', payload: {}, signal: new AbortController().signal },
    });
  await resume();
  await until(holder, id, 'paused', 'budget');
  await clock.set(new Date(startAt.getTime() + dayMs));
  await resume();
  await until(holder, id, 'completed', null);
  const [{ spent }] = await list(holder);
  assert.equal(spent, 4);
});

test('the limit of a job is a budget of its own, which ends with it', async () => {
  const holder = await customer(service);
  const budgets = async () =>
    (
      await service.database.pool.query(
        `select credits, spent from credit_budget where scope = 'job' and account = (select id from account where account_id = $1)`,
        [holder.accountId],
      )
    ).rows;
  const id = await givenJob(service, holder, { ...tenProfiles, limit_credits: 3 });
  await until(holder, id, 'paused', 'limit');
  assert.deepEqual(await budgets(), [{ credits: 3, spent: 3 }]);
  await changeJob(service, holder, id, 'resumption', { limit_credits: 8 });
  await eventually(async () => assert.deepEqual(await budgets(), [{ credits: 8, spent: 8 }]));
  await until(holder, id, 'paused', 'limit');
  await changeJob(service, holder, id, 'resumption', { limit_credits: null });
  await until(holder, id, 'completed', null);
  assert.deepEqual(await budgets(), []);
});
