import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { givenJob } from '#test/support/bulk-jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { type Customer, customer, find, findInside, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { givenCalls } from '#test/support/usage-events.ts';
import type { Spending } from './shapes.ts';

let service: TestService;
before(async () => {
  service = await testService();
  await importRows(
    service,
    'profile_url,email,link\n' +
      'github.com/spent-one,one@example.com,\n' +
      'github.com/spent-two,two@example.com,\n' +
      'github.com/spent-links,,https://gitlab.com/spent-links\n',
  );
  await service.app.work();
});
after(() => service[Symbol.asyncDispose]());

const linkOf = (name: string) => `https://github.com/${name}`;

async function spendingOf({ accountId }: Customer, query: string): Promise<Spending> {
  const answer = await service.internal('GET', `/internal/billing/spending/${accountId}${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

test('the same credits are grouped by source, key, job, agent and reason', async () => {
  const one = await customer(service, 10);
  const id = await givenJob(service, one, { profiles: [{ profile_url: linkOf('spent-one') }] });
  await eventually(async () => {
    const { items } = await spendingOf(one, '?by=job');
    assert.deepEqual(
      items.map(({ paid }) => paid),
      [1],
    );
  });
  await find(service, one, linkOf('spent-two'));
  await find(service, one, linkOf('spent-links'));
  await findInside(service, one, linkOf('no-one'));
  const by = async (group: string) => {
    const { items } = await spendingOf(one, `?by=${group}`);
    const groups = Map.groupBy(items, ({ kind, id, sources }) => [kind, id, ...sources].join(' '));
    return Object.fromEntries(
      [...groups].map(([name, its]) => [
        name,
        [its.reduce((all, { lookups }) => all + lookups, 0), its.reduce((all, { paid }) => all + paid, 0)],
      ]),
    );
  };
  assert.deepEqual(await by('source'), { 'source  directory': [3, 2], 'source ': [1, 0] });
  assert.deepEqual(await by('key'), { [`key ${one.keyId}`]: [4, 2] });
  assert.deepEqual(await by('job'), { [`job ${id}`]: [1, 1], 'single ': [3, 1] });
  assert.deepEqual(await by('agent'), { 'api ': [3, 2], 'dashboard ': [1, 0] });
  assert.deepEqual(await by('reason'), {
    'reason completed_lookup': [2, 2],
    'reason links_only': [1, 0],
    'reason not_found': [1, 0],
  });
  const csv = await service.internal('GET', `/internal/billing/spending/${one.accountId}/csv?by=source`);
  assert.match(csv.body, /,source,directory,,-2,3,2,links_only: 1\r\n/);
});

test('sources of lookups whose answers are forgotten are known, those of removed people are not', async () => {
  const one = await customer(service, 2);
  await find(service, one, linkOf('spent-one'));
  await find(service, one, linkOf('spent-two'));
  const { rows } = await service.database.pool.query(
    `with gone as (
       delete from lookup where account = (select id from account where account_id = $1) returning lookup as gone
     ), listed as (select array_agg(gone order by (gone).op_key) as all from gone)
     select listed.all[1:1]::text as kept, lookup_remember(listed.all[1:1], 30) from listed`,
    [one.accountId],
  );
  assert.equal(rows.length, 1);
  const { items } = await spendingOf(one, '?by=source');
  assert.deepEqual(items.map(({ sources, credits }) => [sources, credits]).toSorted(), [
    [[], -1],
    [['directory'], -1],
  ]);
});

const inKolkata = { credits: 1000, period: 'day', time_zone: 'Asia/Kolkata' };

test('days begin at midnight in the time zone of the account, also within an hour', async () => {
  const one = await customer(service, 5);
  const { accountId } = one;
  await service.internal('POST', `/internal/budgets/${accountId}`, inKolkata);
  const account = await accountOf(one);
  await givenCalls(service.database.db, [
    { account, at: '2026-01-31T18:29:59.999Z' },
    { account, at: '2026-01-31T18:30:00.000Z' },
    { account, at: '2026-02-01T18:29:59.999Z' },
    { account, at: '2026-02-01T18:30:00.000Z' },
  ]);
  for (const by of ['cause', 'source', 'reason']) {
    const { items, time_zone } = await spendingOf(one, `?start=2026-02-01&end=2026-02-01&by=${by}`);
    assert.equal(time_zone, 'Asia/Kolkata');
    assert.deepEqual(
      items.map(({ date, credits }) => [date, credits]),
      [['2026-02-01', -2]],
      by,
    );
  }
  const { items } = await spendingOf(one, '?start=2026-01-31&end=2026-02-02&by=key');
  assert.deepEqual(
    items.map(({ date, credits }) => [date, credits]),
    [
      ['2026-02-02', -1],
      ['2026-02-01', -2],
      ['2026-01-31', -1],
    ],
  );
});

test('an hour with too many lookups to read counts on the day in which it begins, by source too', async () => {
  const one = await customer(service, 5);
  await service.internal('POST', `/internal/budgets/${one.accountId}`, inKolkata);
  const account = await accountOf(one);
  const call = { account, at: '2026-02-01T18:45:00.000Z' };
  await givenCalls(
    service.database.db,
    Array.from({ length: 1001 }, () => call),
  );
  for (const by of ['cause', 'source']) {
    const { items } = await spendingOf(one, `?start=2026-02-01&end=2026-02-02&by=${by}`);
    assert.deepEqual(
      items.map(({ date, lookups }) => [date, lookups]),
      [['2026-02-01', 1001]],
    );
  }
});

async function accountOf({ accountId }: Customer): Promise<number> {
  const { rows } = await service.database.pool.query<{ id: number }>(
    'select id from account where account_id = $1',
    [accountId],
  );
  return rows[0]!.id;
}
