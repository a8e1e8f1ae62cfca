import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { givenKeptJob } from '#test/support/bulk-jobs.ts';
import { type GivenKey, givenCredits, givenKey } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
let other: TestService;
before(async () => {
  service = await testService();
  other = await testService({ database: service.database });
});
after(async () => {
  await other?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

interface Asked {
  plan?: string;
  credits?: number;
  mode?: 'live' | 'test';
}

async function holderOf({ plan = 'none', credits = 1, mode = 'live' }: Asked = {}): Promise<GivenKey> {
  const { db } = service.database;
  const key = await givenKey(db, { plan, mode, rate_limit_per_min: 10_000 });
  if (credits > 0) await givenCredits(db, key.account, credits);
  return key;
}

const listOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ profile_url: `https://github.com/bounds-example-${at}` }));

const create = ({ text }: GivenKey, body: object = {}, by = service) =>
  by.withKey(text, 'POST', '/api/v1/jobs', { profiles: listOf(3), ...body });

const sendFile = ({ text }: GivenKey, csv: string) =>
  service.withKey(text, 'POST', '/api/v1/jobs', csv, { 'content-type': 'text/csv' });

async function stored({ account }: GivenKey): Promise<[jobs: number, items: number]> {
  const { rows } = await service.database.pool.query(
    `select (select count(*)::int from job where account = $1) as jobs,
      (select count(*)::int from job_item where account = $1) as items`,
    [account],
  );
  return [rows[0].jobs, rows[0].items];
}

test('a job of an account without credits is refused with 402, and nothing of it is stored', async () => {
  const holder = await holderOf({ credits: 0 });
  for (const refused of [
    await create(holder),
    await sendFile(holder, 'url\nhttps://github.com/asha-example\n'),
  ]) {
    const { code, balance, required } = refused.json();
    assert.deepEqual([refused.statusCode, code, balance, required], [402, 'insufficient_credits', 0, 1]);
  }
  assert.deepEqual(await stored(holder), [0, 0]);
});

test('without credits a dry run says what the job would cost, and a test key has its job', async () => {
  const dry = await create(await holderOf({ credits: 0 }), { dry_run: true });
  assert.deepEqual([dry.statusCode, dry.json().credits.at_most], [200, 3]);
  assert.equal((await create(await holderOf({ credits: 0, mode: 'test' }))).statusCode, 200);
});

test('an account has five open jobs however many are sent to however many processes at once', async () => {
  const holder = await holderOf();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) => create(holder, {}, at % 2 ? service : other)),
  );
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
  assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(11).fill(409)]);
  assert.deepEqual(await stored(holder), [5, 15]);
  const { code, bound, limit, used, needed, detail } = answers
    .find(({ statusCode }) => statusCode === 409)!
    .json();
  assert.deepEqual([code, bound, limit, used, needed], ['jobs_full', 'open_jobs', 5, 5, 1]);
  assert.match(detail, /5 jobs that have not ended.*cancel one/);
});

test('one that ends makes room for another', async () => {
  const holder = await holderOf();
  const ids = [];
  for (let at = 0; at < 5; at += 1) ids.push((await create(holder)).json().id);
  assert.equal((await create(holder)).statusCode, 409);
  await service.withKey(holder.text, 'POST', `/api/v1/jobs/${ids[0]}/cancellation`);
  assert.equal((await create(holder)).statusCode, 200);
});

test('rows count until their results are deleted: the last one that fits is taken', async () => {
  const holder = await holderOf();
  await givenKeptJob(service.database.db, holder, { row_count: 19_998 });
  const refused = (await create(holder)).json();
  assert.deepEqual([refused.bound, refused.limit, refused.used, refused.needed], ['rows', 20_000, 19_998, 3]);
  assert.equal((await create(holder, { profiles: listOf(2) })).statusCode, 200);
  await service.database.pool.query('update job set has_results = false where account = $1', [
    holder.account,
  ]);
  assert.equal((await create(holder)).statusCode, 200);
});

test('the bytes of files count, those of columns that nothing reads too', async () => {
  const holder = await holderOf();
  const csv = `url,note\n${Array.from({ length: 8 }, (_, at) => `https://github.com/wide-${at},${'x'.repeat(1_000_000)}`).join('\n')}\n`;
  const statuses = [];
  for (let at = 0; at < 5; at += 1) statuses.push((await sendFile(holder, csv)).statusCode);
  assert.deepEqual(statuses, [200, 200, 200, 200, 409]);
  const { bound, limit, needed } = (await sendFile(holder, csv)).json();
  assert.deepEqual([bound, limit], ['bytes', 32 * 1024 * 1024]);
  assert.ok(needed > 8_000_000 && needed < 8_100_000, `${needed}`);
});

for (const [plan, open] of [
  ['starter', 50],
  ['enterprise', 500],
] as const) {
  test(`with the plan ${plan} it is ${open} open jobs`, async () => {
    const holder = await holderOf({ plan });
    for (let at = 0; at < open; at += 1) await givenKeptJob(service.database.db, holder);
    await service.database.pool.query(
      `update job set status = 'paused', paused_because = 'customer', ended_at = null where account = $1`,
      [holder.account],
    );
    const refused = (await create(holder)).json();
    assert.deepEqual([refused.bound, refused.used, refused.limit], ['open_jobs', open, open]);
  });
}
