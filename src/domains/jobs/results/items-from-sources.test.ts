import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { givenJob } from '#test/support/bulk-jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { type Customer, importRows } from '#test/support/kit.ts';
import { openWaterfall, type Waterfall } from '#test/support/waterfall.ts';

let waterfall: Waterfall;
before(async () => {
  waterfall = await openWaterfall();
  await importRows(waterfall.service, `profile_url,email\n${inDirectory},listed@works.example`);
  await waterfall.service.app.work();
});
beforeEach(async () => {
  await waterfall.begin();
  await waterfall.askOnly(['prospeo']);
});
after(() => waterfall[Symbol.asyncDispose]());

const inDirectory = 'https://www.linkedin.com/in/listed-example';
const atVendor = 'https://www.linkedin.com/in/asha-example';
const nowhere = 'https://www.linkedin.com/in/nobody-at-all';

const show = async ({ key }: Customer, id: string) =>
  (await waterfall.service.withKey(key, 'GET', `/api/v1/jobs/${id}`)).json();

const counted = (holder: Customer, id: string, counts: object) =>
  eventually(async () => {
    const job = await show(holder, id);
    for (const [name, count] of Object.entries(counts))
      assert.equal(job.counts[name], count, JSON.stringify(job));
  });

const job = (holder: Customer, ...links: string[]) =>
  givenJob(waterfall.service, holder, { profiles: links.map((profile_url) => ({ profile_url })) });

test('what the directory has does not wait for a source, and each item is paid once', async () => {
  const vendor = waterfall.standIn('prospeo');
  vendor.control.trouble = 'silent';
  const holder = await waterfall.accountWith(5);
  const id = await job(holder, atVendor, inDirectory, nowhere);
  await vendor.received(1);
  await counted(holder, id, { completed: 1, waiting: 2 });
  vendor.control.trouble = 'none';
  vendor.release();
  await counted(holder, id, { completed: 2, not_found: 1, waiting: 0 });
  assert.equal((await show(holder, id)).status, 'completed');
  assert.deepEqual(await waterfall.booksOf(holder.accountId), { balance: 3, held: 0 });
});

test('an item of which no source could be asked is asked for again, and paid once', async () => {
  const vendor = waterfall.standIn('prospeo');
  vendor.control.trouble = 'server_error';
  const holder = await waterfall.accountWith(5);
  const id = await job(holder, atVendor);
  const { pool } = waterfall.service.database;
  await eventually(async () => {
    const { rows } = await pool.query('select asks from job_item where job = $1', [id.slice(4)]);
    assert.deepEqual(rows, [{ asks: 1 }]);
  });
  await counted(holder, id, { waiting: 1, failed: 0 });
  vendor.control.trouble = 'none';
  await pool.query("update job_turn set ready_at = '-infinity'");
  await pool.query("select pg_notify('job_work', '')");
  await counted(holder, id, { completed: 1 });
  assert.deepEqual(await waterfall.booksOf(holder.accountId), { balance: 4, held: 0 });
});
