import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runJob } from '#test/support/jobs.ts';
import { asOperator, type Customer, customer, find, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { rememberPaid } from './remember-paid.ts';

let service: TestService;
before(async () => {
  service = await testService();
  const rows = ['asha', 'mira', 'zoe'].map((name) => `${linkOf(name)},${name}@works.example`);
  await importRows(service, ['profile_url,email', ...rows].join('\n'));
});
after(() => service[Symbol.asyncDispose]());

const linkOf = (name: string) => `https://www.linkedin.com/in/${name}-example`;

const reasonOf = async (caller: Customer, name: string): Promise<string> => {
  const response = await find(service, caller, linkOf(name));
  return response.statusCode === 200 ? response.json().credits.reason : response.json().code;
};

async function repeatsAreFreeFor(days: number | null): Promise<void> {
  const { version } = (await service.admin('GET', '/api/v1/admin/platform')).json();
  const body = { changes: { free_repeat_days: days }, reason: 'a test', expected_version: version };
  const changed = await service.admin('PATCH', '/api/v1/admin/platform', body);
  assert.equal(changed.statusCode, 200, changed.body);
}

const queued = async (): Promise<number> => {
  const { rows } = await service.database.pool.query<{ jobs: number }>(
    `select count(*)::int as jobs from pgboss.job where name = $1`,
    [rememberPaid.id],
  );
  return rows[0]!.jobs;
};

/** Puts what was paid so far back in time. */
const paidDaysAgo = (days: number) =>
  service.database.pool.query(`update usage_event set at = at - make_interval(days => $1)`, [days]);

test('what was paid before repeats were free counts, within the days, for the account that paid', async () => {
  const [one, other] = [await customer(service, 10), await customer(service, 10)];
  await repeatsAreFreeFor(null);
  assert.equal(await reasonOf(one, 'asha'), 'completed_lookup');
  await paidDaysAgo(20);
  assert.equal(await reasonOf(one, 'mira'), 'completed_lookup');
  await paidDaysAgo(9);
  const { rows } = await service.database.pool.query('select from lookup_repeat');
  assert.equal(rows.length, 0, 'nothing is noted while every repeat is charged');

  const before = await queued();
  await repeatsAreFreeFor(30);
  assert.equal(await queued(), before + 1);
  await runJob(service, rememberPaid);
  assert.equal(await reasonOf(one, 'mira'), 'repeat');
  assert.equal(await reasonOf(other, 'mira'), 'completed_lookup');
  assert.equal(await reasonOf(one, 'asha'), 'repeat');

  await repeatsAreFreeFor(28);
  assert.equal(await reasonOf(one, 'asha'), 'completed_lookup');
});

test('a person withdrawn since is free for no account, and looks unknown', async () => {
  const caller = await customer(service, 1);
  await repeatsAreFreeFor(null);
  assert.equal(await reasonOf(caller, 'zoe'), 'completed_lookup');
  await asOperator(service, 'POST', '/api/v1/admin/suppressions', {
    profile_url: linkOf('zoe'),
    reason: 'test',
  });
  await repeatsAreFreeFor(30);
  await runJob(service, rememberPaid);
  assert.equal(await reasonOf(caller, 'zoe'), 'insufficient_credits');
});
