import assert from 'node:assert/strict';
import { work } from '#domains/jobs/running/work.ts';
import { givenJob } from '../support/bulk-jobs.ts';
import type { TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { runJobOn } from '../support/jobs.ts';
import { asOperator, booksOf, customer, find, findInside, importRows } from '../support/kit.ts';
import { type TestService, testService } from '../support/service.ts';

const person = 'github.com/walk-example';

/** The checkout serves a database, whose rows it has not made: new customers and those of before, jobs and purchases. */
export async function walk(database: TestDatabase): Promise<void> {
  await using service = await testService({ database });
  await importRows(service, `profile_url,full_name,email\n${person},Walk Example,walk@works.example.com\n`);
  const walker = await customer(service, 10, { account_id: 'walker', plan: 'growth' });
  const found = await find(service, walker, person);
  assert.equal(found.statusCode, 200, found.body);
  assert.equal((await booksOf(service, walker.accountId)).balance, 9);

  const before = { accountId: 'leela-example', key: '', keyId: '' };
  const { balance } = await booksOf(service, before.accountId);
  assert.equal((await findInside(service, before, person)).statusCode, 200);
  assert.equal((await booksOf(service, before.accountId)).balance, balance - 1);

  const job = await givenJob(service, walker, { profiles: [{ profile_url: person }] });
  await workUntilDone(service);
  const shown = await service.withKey(walker.key, 'GET', `/api/v1/jobs/${job}`);
  assert.equal(shown.json().status, 'completed', shown.body);

  const listed = await asOperator(service, 'GET', '/api/v1/admin/billing/purchases');
  assert.ok(listed.items.length > 0);
  for (const { id } of listed.items) {
    const purchase = await asOperator(service, 'GET', `/api/v1/admin/billing/purchases/${id}`);
    assert.equal(purchase.id, id);
  }
}

/** The new job, and one that waited when the dump was written. */
async function workUntilDone({ app, database: { pool } }: TestService): Promise<void> {
  const stop = new AbortController();
  const working = runJobOn({ ports: app.kernel.ports, signal: stop.signal }, work);
  await eventually(async () => {
    const { rows } = await pool.query(`select id, status from job where status in ('queued', 'running')`);
    assert.deepEqual(rows, []);
  });
  stop.abort();
  await working;
}
