import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { givenJob } from '#test/support/bulk-jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { booksOf, type Customer, customer, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
before(async () => {
  service = await testService();
  await importRows(
    service,
    ['profile_url,email', ...links.map((link, at) => `${link},p${at}@works.example`)].join('\n'),
  );
  await service.app.work();
});
after(() => service[Symbol.asyncDispose]());

const links = [0, 1, 2].map((at) => `https://www.linkedin.com/in/person-${at}-example`);
const profiles = links.map((profile_url) => ({ profile_url }));

const get = async ({ key }: Customer, path: string) =>
  (await service.withKey(key, 'GET', `/api/v1/jobs${path}`)).json();

/** The job, once it has this status. */
const jobWhen = (holder: Customer, id: string, status: string, because: string | null) =>
  eventually(async () => {
    const job = await get(holder, `/${id}`);
    assert.deepEqual([job.status, job.paused_because], [status, because], JSON.stringify(job));
    return job;
  });

for (const [ending, takeovers] of [
  ['failed', 5],
  ['paused', 0],
] as const) {
  test(`what a worker paid before it died is shown, also by a job that is ${ending} then`, async () => {
    const holder = await customer(service, 100);
    const id = await givenJob(service, holder, { profiles });
    await jobWhen(holder, id, 'completed', null);
    const { pool } = service.database;
    const job = id.slice(4);
    if (ending === 'paused') await pool.query("update job set key_id = 'key_gone' where id = $1", [job]);
    await pool.query(
      `with open as (
         update job set status = 'running', ended_at = null, results_until = null, completed = 0, spent = 0, profiles = 4,
           row_count = 4
         where id = $1 returning account, id
       ), unpaid as (
         insert into job_item (account, job, row, profile_url, status)
         select account, id, 4, 'https://www.linkedin.com/in/person-39-example', 'waiting' from open
       ), items as (
         update job_item set status = 'waiting', lookup = null, charged = 0 where job = $1
       )
       insert into job_claim (account, job, lane, from_row, to_row, items, worker, token, lease_until, takeovers)
       select account, id, 'directory', 1, 4, 4, id, id, now() - interval '1 s', $2 from open`,
      [job, takeovers],
    );
    await pool.query("select pg_notify('job_work', '')");
    const ended = await jobWhen(holder, id, ending, ending === 'paused' ? 'key' : null);
    assert.deepEqual([ended.counts.completed, ended.credits.spent], [3, 3]);
    assert.deepEqual(await booksOf(service, holder.accountId), { balance: 97, held: 0 });
    const { items } = await get(holder, `/${id}/items`);
    assert.equal(items[0].lookup.emails[0].address, 'p0@works.example');
  });
}
