import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { changeJob, givenJob } from '#test/support/bulk-jobs.ts';
import { booksOf, type Customer, customer } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { type Claim, claimNext, finishClaim, type Lane, renewClaims } from './sql/claims.ts';

/** No worker runs here: the tests are the workers. */
let service: TestService;
before(async () => {
  service = await testService();
});
beforeEach(async () => {
  await service.database.pool.query('truncate job, job_item, job_claim, job_turn');
});
after(() => service[Symbol.asyncDispose]());

const profiles = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    profile_url: `https://www.linkedin.com/in/person-${at}-example`,
  }));

const [one, other] = [randomUUID(), randomUUID()];

/** The next claim. Asks again when something changed in between. Its lease lasts until a test ends it: nothing renews it here. */
async function next(worker = one, size = 10, lane: Lane = 'directory'): Promise<Claim | null> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const claim = await claimNext(service.database.db, lane, worker, size);
    if (claim === 'idle') return null;
    if (claim === 'again') continue;
    await service.database.pool.query("update job_claim set lease_until = 'infinity'");
    return claim;
  }
  throw new Error('every claim was lost to another worker');
}

async function claimed(...given: Parameters<typeof next>): Promise<Claim> {
  const claim = await next(...given);
  assert.ok(claim, 'there is work');
  return claim;
}

const finish = (claim: Claim, charged = 1, stop: 'credits' | null = null) => {
  const rows = Array.from({ length: claim.to_row - claim.from_row + 1 }, (_, at) => claim.from_row + at);
  const ended = stop
    ? []
    : rows.map((row) => ({ row, status: 'completed' as const, reason: null, lookup: null, charged }));
  return finishClaim(service.database.db, claim, { ended, broken: [], again: [], stop, resultsDays: 30 });
};

const show = async ({ key }: Customer, id: string) =>
  (await service.withKey(key, 'GET', `/api/v1/jobs/${id}`)).json();

const leasesEnd = () =>
  service.database.pool.query("update job_claim set lease_until = now() - interval '1 s'");

test('two workers share one job, and no row is claimed twice', async () => {
  const holder = await customer(service);
  const id = await givenJob(service, holder, { profiles: profiles(35) });
  const claims = await Promise.all([next(one), next(other), next(one), next(other), next(one)]);
  const rows = claims.flatMap((claim) => (claim ? [[claim.from_row, claim.to_row]] : []));
  assert.deepEqual(
    rows.sort(([a], [b]) => a! - b!),
    [
      [1, 10],
      [11, 20],
      [21, 30],
      [31, 35],
    ],
  );
  for (const claim of claims) if (claim) await finish(claim);
  assert.equal((await show(holder, id)).status, 'completed');
});

test('the rows of a worker that died go to another one, and what the first one brings is refused', async () => {
  const holder = await customer(service);
  const id = await givenJob(service, holder, { profiles: profiles(10) });
  const stale = await claimed(one);
  assert.equal(await next(other), null, 'a live claim is left alone');
  await leasesEnd();
  await renewClaims(service.database.db, [stale]);
  assert.equal(await next(other), null, 'a renewed claim is live');
  await leasesEnd();
  const taken = await claimed(other);
  assert.deepEqual([taken.from_row, taken.to_row, taken.takeovers], [1, 10, 1]);
  assert.equal(await finish(stale), 'lost');
  assert.equal((await show(holder, id)).counts.completed, 0);
  assert.equal(await finish(taken), 'completed');
  assert.equal(await finish(taken), 'lost');
  assert.equal((await show(holder, id)).credits.spent, 10);
});

test('a small job waits for one claim of a large one, not for all of it', async () => {
  const [large, small] = [await customer(service), await customer(service)];
  await givenJob(service, large, { profiles: profiles(100) });
  await finish(await claimed());
  const id = await givenJob(service, small, { profiles: profiles(5) });
  await finish(await claimed());
  await finish(await claimed());
  assert.equal((await show(small, id)).status, 'completed');
});

test('an account with priority goes first and gets four turns for each of another, which still gets its own', async () => {
  const [plain, privileged] = [await customer(service, 100), await customer(service, 100)];
  await givenJob(service, plain, { profiles: profiles(100) });
  const urgent = await givenJob(service, privileged, { profiles: profiles(100) });
  await service.database.pool.query('update job set weight = 4 where id = $1', [urgent.slice(4)]);
  const turns = [];
  for (let at = 0; at < 10; at += 1) {
    const claim = await claimed(one, 10);
    turns.push(claim.job.replaceAll('-', '') === urgent.slice(4) ? 'urgent' : 'plain');
    await finish(claim);
  }
  assert.equal(turns.filter((turn) => turn === 'urgent').length, 8, turns.join());
});

test('rows under way count against the limit before they are paid', async () => {
  const holder = await customer(service);
  const id = await givenJob(service, holder, { profiles: profiles(30), limit_credits: 12 });
  const first = await claimed(one);
  const second = await claimed(other);
  assert.deepEqual([second.from_row, second.to_row], [11, 12]);
  assert.equal(await next(one), null);
  await finish(first);
  assert.equal((await show(holder, id)).status, 'running');
  assert.equal(await finish(second), 'paused');
  assert.equal((await show(holder, id)).paused_because, 'limit');
});

test('misses leave the limit to the rest', async () => {
  const holder = await customer(service);
  const id = await givenJob(service, holder, { profiles: profiles(30), limit_credits: 10 });
  await finish(await claimed(), 0);
  await finish(await claimed(), 0);
  await finish(await claimed(), 0);
  assert.equal((await show(holder, id)).status, 'completed');
});

test('a grant that comes while a job runs out of credits is not missed', async () => {
  const holder = await customer(service, 0);
  const id = await givenJob(service, holder, { profiles: profiles(10) });
  const claim = await claimed();
  await service.admin('POST', '/api/v1/admin/growth/credits', {
    account_id: holder.accountId,
    credits: 5,
    reason: 'x',
  });
  assert.equal(await finish(claim, 1, 'credits'), 'nothing');
  assert.equal((await show(holder, id)).status, 'running');
  await claimed();
});

test('what a cancelled job had under way is still counted, and ends it', async () => {
  const holder = await customer(service);
  const id = await givenJob(service, holder, { profiles: profiles(30) });
  const claim = await claimed();
  const cancelled = await changeJob(service, holder, id, 'cancellation');
  assert.deepEqual(
    [cancelled.status, cancelled.counts.cancelled, cancelled.ended_at],
    ['cancelled', 20, null],
  );
  assert.equal(await finish(claim), 'cancelled');
  const { status, counts, ended_at } = await show(holder, id);
  assert.deepEqual([status, counts.completed, counts.waiting], ['cancelled', 10, 0]);
  assert.ok(ended_at);
  assert.equal(await next(), null);
});

test('a pause lets what is under way finish and gives out nothing more until it is resumed', async () => {
  const holder = await customer(service);
  const id = await givenJob(service, holder, { profiles: profiles(20) });
  const claim = await claimed();
  await changeJob(service, holder, id, 'pause');
  assert.equal(await next(), null);
  assert.equal(await finish(claim), 'nothing');
  assert.deepEqual(
    [(await show(holder, id)).status, (await booksOf(service, holder.accountId)).held],
    ['paused', 0],
  );
  await changeJob(service, holder, id, 'resumption');
  assert.equal(await finish(await claimed()), 'completed');
});

/** Ends a claim with the status of each row. Rows that aren't named go back to the job. */
const finishRows = (claim: Claim, statuses: Record<number, 'completed' | 'asking'>) =>
  finishClaim(service.database.db, claim, {
    ended: Object.entries(statuses).map(([row, status]) => ({
      ...{ row: Number(row), status, reason: null, lookup: null },
      charged: status === 'completed' ? 1 : 0,
    })),
    ...{ broken: [], again: [], stop: null, resultsDays: 30 },
  });

test('a claim that ends after a cancellation leaves rows alone that the other lane has under way', async () => {
  const holder = await customer(service);
  const id = await givenJob(service, holder, { profiles: profiles(5) });
  await finishRows(await claimed(), { 2: 'asking', 3: 'asking', 4: 'asking' });
  const [directory, sources] = [await claimed(one, 10), await claimed(other, 10, 'sources')];
  assert.deepEqual([directory.from_row, directory.to_row, sources.from_row, sources.to_row], [1, 5, 2, 4]);
  await changeJob(service, holder, id, 'cancellation');
  await finishRows(directory, { 1: 'completed' });
  assert.equal(await finishRows(sources, { 2: 'completed', 3: 'completed', 4: 'completed' }), 'cancelled');
  const { counts, credits } = await show(holder, id);
  assert.deepEqual([counts.completed, counts.cancelled, credits.spent], [4, 1, 4]);
});

test('a claim never reaches over rows that another one has', async () => {
  const holder = await customer(service);
  await givenJob(service, holder, { profiles: profiles(12) });
  const [first, second] = [await claimed(one, 4), await claimed(other, 4)];
  await finishRows(first, { 1: 'completed', 2: 'completed', 3: 'completed' });
  const back = await claimed(one, 4);
  assert.deepEqual([back.from_row, back.to_row, second.from_row, second.to_row], [4, 4, 5, 8]);
  assert.equal((await claimed(one, 4)).from_row, 9);
});

test('an account that had to wait does not make up for it, and a new one does not begin before the others', async () => {
  const [limited, busy, late] = [
    await customer(service),
    await customer(service, 900),
    await customer(service, 900),
  ];
  await givenJob(service, limited, { profiles: profiles(20), limit_credits: 1 });
  const held = await claimed();
  await givenJob(service, busy, { profiles: profiles(300) });
  for (let at = 0; at < 10; at += 1) await finish(await claimed());
  await givenJob(service, late, { profiles: profiles(200) });
  const accounts: number[] = [];
  for (let at = 0; at < 6; at += 1) {
    const claim = await claimed();
    accounts.push(claim.account);
    await finish(claim);
  }
  assert.equal(accounts.filter((account) => account === accounts[0]).length, 3, accounts.join());
  await finish(held);
});
