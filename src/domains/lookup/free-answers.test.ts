import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { runJob } from '#core/running/run-job.ts';
import { resumeNextDay } from '#domains/jobs/resume-next-day.ts';
import { eventually } from '#test/support/eventually.ts';
import {
  find,
  type GivenKey,
  givenCredits,
  givenKey,
  givenKeyWithoutFreeAnswers,
  importRows,
} from '#test/support/kit.ts';
import { freeItem, paidItem } from '#test/support/lookup/items.ts';
import { termsNamed } from '#test/support/plans.ts';
import { type TestService, testService } from '#test/support/service.ts';
import type { CompleteItem } from './paying/complete-batch.ts';
import { beginLookup, dropLookup, settleLookup } from './paying/under-way.ts';

let service: TestService;
let other: TestService;
before(async () => {
  service = await testService();
  other = await testService({ database: service.database });
  const rows = Array.from({ length: 10 }, (_, at) => `github.com/known-${at},k${at}@works.example`);
  await importRows(service, ['profile_url,email', ...rows].join('\n'));
  await service.app.work();
});
after(async () => {
  await other?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

const holderWith = (left: number) => givenKeyWithoutFreeAnswers(service.database, left);
let unknown = 0;
const miss = ({ text }: GivenKey, by = service) => find(by, { key: text }, `github.com/nobody-${++unknown}`);
const hit = ({ text }: GivenKey, at = 0) => find(service, { key: text }, `github.com/known-${at}`);

async function counted({ account }: GivenKey, isTest = false): Promise<number> {
  const { rows } = await service.database.pool.query(
    'select answers from lookup_free where account = $1 and is_test = $2 and day = lookup_free_day()',
    [account, isTest],
  );
  return rows[0]?.answers ?? 0;
}

/** As if what was counted had been counted the day before. */
const nextDay = ({ account }: GivenKey) =>
  service.database.pool.query('update lookup_free set day = day - 1 where account = $1', [account]);

test('misses are free up to the limit; then misses and hits are refused alike, with the reset time', async () => {
  const holder = await holderWith(2);
  assert.equal((await hit(holder)).json().credits.charged, 1);
  for (let at = 0; at < 2; at += 1) assert.equal((await miss(holder)).json().status, 'not_found');
  for (const refused of [await miss(holder), await hit(holder, 1)]) {
    const { code, limit, resets_at, retry_after, detail } = refused.json();
    assert.deepEqual([refused.statusCode, code, limit], [429, 'free_answers_used_up', 1_000]);
    assert.match(resets_at, /T00:00:00\.000Z$/);
    assert.equal(refused.headers['retry-after'], String(retry_after));
    assert.match(detail, /its 1000 free answers of today/);
  }
  assert.equal(await counted(holder), 1_000);
});

test('concurrent lookups at several processes get no more free answers', async () => {
  const holder = await holderWith(7);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => miss(holder, at % 2 ? service : other)),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  assert.equal(statuses.filter((status) => status === 200).length, 7);
  assert.equal(statuses.filter((status) => status === 429).length, 53);
  assert.equal(await counted(holder), 1_000);
});

test('a refused lookup spends and stores nothing', async () => {
  const holder = await holderWith(0);
  await hit(holder);
  const { rows } = await service.database.pool.query(
    `select (select sum(avail)::int from credit_lot where account = $1) as credits,
      (select count(*)::int from lookup where account = $1) as lookups,
      (select count(*)::int from usage_event where account = $1) as events`,
    [holder.account],
  );
  assert.deepEqual(rows[0], { credits: 10, lookups: 0, events: 0 });
});

test('the next day has free answers again', async () => {
  const holder = await holderWith(0);
  assert.equal((await miss(holder)).statusCode, 429);
  await nextDay(holder);
  assert.equal((await miss(holder)).statusCode, 200);
  assert.equal(await counted(holder), 1);
});

test('a repeat with the same idempotency key gets its first answer beyond the bound', async () => {
  const holder = await holderWith(1);
  const send = () =>
    service.withKey(
      holder.text,
      'POST',
      '/api/v1/find',
      { profile_url: 'github.com/nobody-again' },
      {
        'idempotency-key': 'one',
      },
    );
  const first = await send();
  assert.equal((await miss(holder)).statusCode, 429);
  const again = await send();
  assert.deepEqual([again.statusCode, again.headers['idempotency-replayed']], [200, 'true']);
  assert.equal(again.json().id, first.json().id);
});

test('test keys have a count of their own', async () => {
  const live = await holderWith(0);
  const testKey = await givenKey(service.database.db, {
    accountId: live.accountId,
    mode: 'test',
    plan: 'none',
  });
  assert.equal((await miss(testKey)).statusCode, 200);
  assert.equal(await counted(live, true), 1);
  await service.database.pool.query('update lookup_free set answers = 1000 where account = $1', [
    live.account,
  ]);
  assert.equal((await miss(testKey)).json().code, 'free_answers_used_up');
});

test('an account with a plan has more of them', async () => {
  const holder = await holderWith(0);
  await service.database.pool.query(`update api_key set plan = 'starter', terms = $2 where account = $1`, [
    holder.account,
    termsNamed('starter'),
  ]);
  await eventually(async () => assert.equal((await miss(holder)).statusCode, 200));
});

test('a job answers rows up to the limit, pauses, and resumes the next day', async () => {
  const holder = await holderWith(3);
  const profiles = Array.from({ length: 8 }, (_, at) => ({
    profile_url: `https://github.com/in-a-job-${at}`,
  }));
  const created = await service.withKey(holder.text, 'POST', '/api/v1/jobs', { profiles });
  assert.equal(created.statusCode, 200, created.body);
  const job = async () =>
    (await service.withKey(holder.text, 'GET', `/api/v1/jobs/${created.json().id}`)).json();
  await eventually(async () => assert.equal((await job()).paused_because, 'free_answers'));
  assert.deepEqual([(await job()).counts.not_found, await counted(holder)], [3, 1_000]);

  const resume = () =>
    runJob(service.app.kernel, resumeNextDay, {
      id: 'test',
      payload: {},
      signal: new AbortController().signal,
    });
  await resume();
  assert.equal((await job()).status, 'paused');
  await nextDay(holder);
  await service.database.pool.query(
    `update job set claimed_at = claimed_at - interval '24 hours' where account = $1`,
    [holder.account],
  );
  await resume();
  await eventually(async () => assert.equal((await job()).status, 'completed'));
  assert.deepEqual([(await job()).counts.not_found, await counted(holder)], [8, 5]);
});

const worker = randomUUID();

test('a lookup counts while it asks sources, and after that only if it was free', async () => {
  const { db } = service.database;
  const holder = await holderWith(1);
  const begin = (item: CompleteItem) => beginLookup(db, worker, item);
  const paid = paidItem(holder);
  assert.equal(await begin(paid), 'begun');
  assert.equal(await begin(freeItem(holder)), 'free_used_up');
  await settleLookup(db, paid, { rememberRepeats: false, nameMarks: null, earnedBy: [] });
  assert.equal(await counted(holder), 999);

  const dropped = freeItem(holder);
  assert.equal(await begin(dropped), 'begun');
  await dropLookup(db, worker, { account: holder.account, opKey: dropped.lookup.opKey });
  assert.equal(await counted(holder), 999);

  const free = freeItem(holder);
  assert.equal(await begin(free), 'begun');
  await settleLookup(db, free, { rememberRepeats: false, nameMarks: null, earnedBy: [] });
  assert.equal(await begin(freeItem(holder)), 'free_used_up');
  assert.equal(await counted(holder), 1_000);
});

test('an account without lookups has all its free answers', async () => {
  const key = await givenKey(service.database.db, { plan: 'none' });
  await givenCredits(service.database.db, key.account, 1);
  assert.equal((await miss(key)).statusCode, 200);
  assert.equal(await counted(key), 1);
});
