import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenJob } from '#test/support/bulk-jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { runJob } from '#test/support/jobs.ts';
import { customer, importRows } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { forgetResults } from './forget-results.ts';

interface Listed {
  job: object;
  profile: { url: string };
  full_name: string | null;
  found: { emails: number };
}

const linkOf = (name: string) => `https://www.linkedin.com/in/${name}`;

test('a lookup of a job names the job in the history, also once its results are gone', async () => {
  await using service = await testService();
  await importRows(
    service,
    'profile_url,full_name,email\nlinkedin.com/in/job-past,Job Past,job@example.com\n',
  );
  await service.app.work();
  const one = await customer(service);
  const profiles = [{ profile_url: linkOf('job-past') }, { profile_url: linkOf('job-unknown') }];
  const id = await givenJob(service, one, { name: 'Guests', profiles });
  await eventually(async () => {
    const { status } = (await service.withKey(one.key, 'GET', `/api/v1/jobs/${id}`)).json();
    assert.equal(status, 'completed');
  });
  const listed = async () => {
    const { items } = (await service.internal('GET', `/internal/lookups/${one.accountId}`)).json();
    return items
      .map(({ job, profile, full_name, found }: Listed) => [profile.url, full_name, found.emails, job])
      .sort();
  };
  const job = { id, name: 'Guests' };
  const expected = [
    [linkOf('job-past'), 'Job Past', 1, job],
    [linkOf('job-unknown'), null, 0, job],
  ];
  assert.deepEqual(await listed(), expected);
  await service.database.pool.query("update job set results_until = now() - interval '1 hour'");
  await runJob(service, forgetResults);
  assert.equal((await service.database.pool.query('select from lookup')).rowCount, 0);
  assert.deepEqual(await listed(), expected);
});
