/**
 * The real program is killed while it works on a job: every item is answered once and paid once. `npm run test:jobs` takes
 * 10,000 items, two processes that share them, and ten kills at random points; `npm test` a small version of the same.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase, testDatabase } from './support/database.ts';
import { eventually } from './support/eventually.ts';
import { customer, importRows } from './support/kit.ts';
import { openProgram, type Program } from './support/program.ts';
import { type TestService, testService } from './support/service.ts';

const items = Number(process.env.JOBS_ITEMS ?? 1_200);
const kills = Number(process.env.JOBS_KILLS ?? 1);
const processes = Number(process.env.JOBS_PROCESSES ?? 1);

let database: TestDatabase;
/** Takes no job until the end. */
let service: TestService;
let programs: Program[];

before(async () => {
  database = await testDatabase();
  service = await testService({ database });
  programs = Array.from({ length: processes }, () => openProgram({ DATABASE_URL: database.url }));
  const rows = Array.from({ length: items }, (_, at) => `${linkOf(at)},p${at}@works.example`);
  await importRows(service, ['profile_url,email', ...rows].join('\n'));
});

after(async () => {
  for (const program of programs) await program[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const linkOf = (at: number) => `https://www.linkedin.com/in/crash-${at}-example`;

const doneOf = async (): Promise<number> =>
  (await database.pool.query('select completed from job')).rows[0].completed;

/** Waits until the job is so far, and a random moment longer. */
async function until(done: number): Promise<void> {
  await eventually(async () => assert.ok((await doneOf()) >= done));
  await sleep(Math.random() * 100);
}

test(`${items} items survive ${kills} kills of ${processes} process(es): each is answered once and paid once`, async () => {
  const { key, accountId } = await customer(service, items + 5);
  const created = await service.withKey(key, 'POST', '/api/v1/jobs', {
    profiles: Array.from({ length: items }, (_, at) => ({ profile_url: linkOf(at) })),
  });
  const { id } = created.json();
  await Promise.all(programs.map((program) => program.start()));
  for (let kill = 0; kill < kills; kill += 1) {
    await until(Math.floor((items * kill) / (kills + 2)));
    const program = programs[Math.floor(Math.random() * programs.length)]!;
    program.kill();
    if (kill < kills - 1) await program.start();
  }
  await service.app.work();
  await eventually(async () => {
    const shown = await service.withKey(key, 'GET', `/api/v1/jobs/${id}`);
    assert.equal(shown.json().status, 'completed', shown.body);
  });

  const { counts, credits } = (await service.withKey(key, 'GET', `/api/v1/jobs/${id}`)).json();
  assert.deepEqual([counts.completed, counts.waiting, credits.spent], [items, 0, items]);
  const balance = await service.internal('GET', `/internal/billing/balance/${accountId}`);
  assert.deepEqual([balance.json().balance, balance.json().held], [5, 0]);
  const answered = await database.pool.query(
    `select count(*)::integer as items, count(distinct item.lookup)::integer as lookups, count(lookup.op_key)::integer as answers,
       (select count(*)::integer from usage_event where kind = 'job') as calls,
       (select count(*)::integer from credit_ledger where kind = 2) as spends
     from job_item item left join lookup on lookup.account = item.account and lookup.op_key = item.lookup`,
  );
  assert.deepEqual(answered.rows, [{ items, lookups: items, answers: items, calls: items, spends: items }]);
  assert.deepEqual((await database.pool.query('select * from credit_reconcile()')).rows, []);
});
