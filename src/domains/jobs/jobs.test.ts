import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changeJob, givenJob } from '#test/support/bulk-jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { asOperator, booksOf, type Customer, customer, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
before(async () => {
  service = await testService();
  const rows = Array.from({ length: 40 }, (_, at) => `${linkOf(at)},Person ${at},p${at}@works.example`);
  await importRows(service, ['profile_url,full_name,email', ...rows].join('\n'));
  await service.app.work();
});
after(() => service[Symbol.asyncDispose]());

const linkOf = (at: number) => `https://www.linkedin.com/in/person-${at}-example`;
const profiles = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ profile_url: linkOf(from + at) }));

const get = async ({ key }: Customer, path: string) => {
  const response = await service.withKey(key, 'GET', `/api/v1/jobs${path}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
};

async function create({ key }: Customer, body: unknown, headers: object = {}, query = '') {
  const response = await service.withKey(key, 'POST', `/api/v1/jobs${query}`, body, headers);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

/** The job, once it has this status. */
async function jobWhen(holder: Customer, id: string, status: string, because: string | null = null) {
  let job: Awaited<ReturnType<typeof get>>;
  await eventually(async () => {
    job = await get(holder, `/${id}`);
    assert.deepEqual([job.status, job.paused_because], [status, because], JSON.stringify(job));
  });
  return job;
}

const itemsOf = async (holder: Customer, id: string) => (await get(holder, `/${id}/items?limit=500`)).items;

test('each distinct profile is looked up and paid once, and answers every row that has it', async () => {
  const holder = await customer(service, 100);
  const created = await create(holder, {
    profiles: [
      ...profiles(10),
      { profile_url: 'linkedin.com/in/person-3-example/', client_reference: 'again' },
      { profile_url: 'https://example.com/nobody' },
    ],
  });
  assert.deepEqual(
    [created.counts.rows, created.counts.profiles, created.counts.repeated, created.credits.at_most],
    [12, 10, 1, 10],
  );
  assert.deepEqual(
    created.refused.map(({ row, reason, value }: Record<string, unknown>) => [row, reason, value]),
    [[12, 'unsupported_host', 'https://example.com/nobody']],
  );
  const job = await jobWhen(holder, created.id, 'completed');
  assert.deepEqual([job.counts.completed, job.counts.waiting, job.credits.spent], [10, 0, 10]);
  const items = await itemsOf(holder, created.id);
  const again = items[10];
  assert.deepEqual([again.status, again.repeats_row, again.credits_charged], ['completed', 4, 0]);
  assert.equal(again.lookup.emails[0].address, 'p3@works.example');
  assert.equal(again.client_reference, 'again');
  assert.deepEqual([items[11].status, items[11].lookup], ['refused', null]);
  assert.deepEqual(await booksOf(service, holder.accountId), { balance: 90, held: 0 });
});

test('a dry run returns the same, with the first rows, and creates nothing', async () => {
  const holder = await customer(service, 100);
  const [first, second] = profiles(2);
  const named = { ...first, name: 'Asha Example', client_reference: 'A-1' };
  const sent = [named, second, first, { profile_url: 'no link' }, second, second];
  const dry = await create(holder, { profiles: sent, dry_run: true });
  assert.deepEqual([dry.id, dry.status, dry.credits.at_most], [null, 'dry_run', 2]);
  assert.deepEqual(dry.first_rows[0], { row: 1, ...named, status: 'waiting' });
  assert.deepEqual(
    dry.first_rows.map(({ status }: { status: string }) => status),
    ['waiting', 'waiting', 'repeated', 'refused', 'repeated'],
  );
  assert.deepEqual((await get(holder, '')).items, []);
});

test('the same Idempotency-Key creates one job', async () => {
  const holder = await customer(service, 100);
  const body = { profiles: profiles(2) };
  const once = { 'idempotency-key': 'once' };
  const [one, other] = [await create(holder, body, once), await create(holder, body, once)];
  assert.equal(one.id, other.id);
  assert.equal((await get(holder, '')).items.length, 1);
  const changed = { profiles: profiles(3) };
  const conflict = await service.withKey(holder.key, 'POST', '/api/v1/jobs', changed, once);
  assert.equal(conflict.json().code, 'idempotency_conflict');
});

test('a job without credits pauses, and resumes automatically after a grant without losing or repeating an item', async () => {
  const holder = await customer(service, 15);
  const { id } = await create(holder, { profiles: profiles(40) });
  const paused = await jobWhen(holder, id, 'paused', 'credits');
  assert.deepEqual([paused.counts.completed, paused.counts.waiting, paused.credits.spent], [15, 25, 15]);
  await asOperator(service, 'POST', '/api/v1/admin/growth/credits', {
    account_id: holder.accountId,
    credits: 30,
    reason: 'more',
  });
  const done = await jobWhen(holder, id, 'completed');
  assert.deepEqual([done.counts.completed, done.credits.spent], [40, 40]);
  assert.deepEqual(await booksOf(service, holder.accountId), { balance: 5, held: 0 });
});

test('a job spends no more than its limit, and continues with a higher one', async () => {
  const holder = await customer(service, 100);
  const { id } = await create(holder, { profiles: profiles(20), limit_credits: 7 });
  const paused = await jobWhen(holder, id, 'paused', 'limit');
  assert.equal(paused.credits.spent, 7);
  const resumed = await service.withKey(holder.key, 'POST', `/api/v1/jobs/${id}/resumption`, {
    limit_credits: null,
  });
  assert.equal(resumed.statusCode, 200, resumed.body);
  assert.equal((await jobWhen(holder, id, 'completed')).credits.spent, 20);
});

test('a job with a limit of nothing waits for a higher one', async () => {
  const holder = await customer(service, 100);
  const { status, paused_because, id } = await create(holder, { profiles: profiles(3), limit_credits: 0 });
  assert.deepEqual([status, paused_because], ['paused', 'limit']);
  const resumed = await service.withKey(holder.key, 'POST', `/api/v1/jobs/${id}/resumption`, {});
  assert.deepEqual([resumed.json().status, resumed.json().paused_because], ['paused', 'limit']);
});

test('a file gets its own columns back', async () => {
  const holder = await customer(service, 100);
  const file = `Name;City;LinkedIn\r\n"Person 1";Pune;${linkOf(1)}\r\nNo One;Goa;no link\r\nPerson 1 again;=1+1;${linkOf(1)}\r\n`;
  const created = await create(holder, file, { 'content-type': 'text/csv' }, '?name=Guests&limit_credits=5');
  assert.deepEqual([created.name, created.credits.limit, created.counts.rows], ['Guests', 5, 3]);
  assert.deepEqual(created.file, {
    columns: [
      { number: 1, name: 'Name' },
      { number: 2, name: 'City' },
      { number: 3, name: 'LinkedIn' },
    ],
    link_column: { number: 3, name: 'LinkedIn' },
    name_columns: [{ number: 1, name: 'Name' }],
    reference_column: null,
    header_line: 1,
  });
  const [refused] = created.refused;
  assert.deepEqual([refused.row, refused.line, refused.column], [2, 3, 'LinkedIn']);
  await jobWhen(holder, created.id, 'completed');
  const csv = await service.withKey(holder.key, 'GET', `/api/v1/jobs/${created.id}/csv`);
  assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8');
  const lines = csv.body.replace('\ufeff', '').split('\r\n');
  assert.match(lines[0]!, /^Name;City;LinkedIn;status;reason;credits;/);
  assert.match(lines[1]!, /^Person 1;Pune;.*;completed;;1;.*p1@works\.example/);
  assert.match(lines[2]!, /^No One;Goa;no link;refused;/);
  assert.match(lines[3]!, /^Person 1 again;'=1\+1;.*;completed;repeat of line 2;0;.*p1@works\.example/);
  assert.match(String(csv.headers['content-disposition']), /filename="?Guests-results\.csv/);
});

test('the same file under the same Idempotency-Key creates one job, and another file is a conflict', async () => {
  const holder = await customer(service, 100);
  const headers = { 'content-type': 'text/csv', 'idempotency-key': 'file' };
  const [one, other] = [await create(holder, linkOf(1), headers), await create(holder, linkOf(1), headers)];
  assert.equal(one.id, other.id);
  const conflict = await service.withKey(holder.key, 'POST', '/api/v1/jobs', linkOf(2), headers);
  assert.equal(conflict.json().code, 'idempotency_conflict');
});

test('a test key gets the test directory, spends nothing, and sees no job of a live key', async () => {
  const holder = await customer(service, 100);
  const live = await givenJob(service, holder);
  const tester = await customer(service, 0, { account_id: holder.accountId, mode: 'test' });
  const { id, credits } = await create(tester, {
    profiles: [{ profile_url: 'linkedin.com/in/asha-example' }],
  });
  assert.equal(credits.at_most, 0);
  await jobWhen(tester, id, 'completed');
  assert.equal((await itemsOf(tester, id))[0].lookup.person.full_name, 'Asha Example');
  assert.deepEqual(
    (await get(tester, '')).items.map((job: { id: string }) => job.id),
    [id],
  );
  assert.equal((await service.withKey(tester.key, 'GET', `/api/v1/jobs/${live}`)).statusCode, 404);
});

test('who is suppressed after the job reads as not found', async () => {
  const holder = await customer(service, 100);
  const { id } = await create(holder, { profiles: profiles(2, 30) });
  await jobWhen(holder, id, 'completed');
  await asOperator(service, 'POST', '/api/v1/admin/suppressions', {
    profile_url: linkOf(30),
    reason: 'asked to be left out',
  });
  const [hidden, shown] = await itemsOf(holder, id);
  assert.deepEqual(
    [hidden.status, hidden.lookup.emails, hidden.lookup.person.full_name],
    ['not_found', [], null],
  );
  assert.equal(shown.status, 'completed');
  const stored = await service.database.pool.query('select answer from lookup where answer like $1', [
    '%person-30-%p30@%',
  ]);
  assert.equal(stored.rows.length, 0, 'the stored answer is withdrawn');
  const csv = await service.withKey(holder.key, 'GET', `/api/v1/jobs/${id}/csv`);
  assert.ok(!csv.body.includes('p30@works.example'));
  assert.ok(csv.body.includes('p31@works.example'));
});

test('items of jobs are counted as jobs in the usage', async () => {
  const holder = await customer(service, 100);
  const { id } = await create(holder, { profiles: profiles(3) });
  await jobWhen(holder, id, 'completed');
  const usage = await service.withKey(holder.key, 'GET', '/api/v1/usage?kind=job');
  assert.deepEqual([usage.json().total, usage.json().events[0].opened_from], [3, 'api']);
});

test('a list is filtered by status, surface and time, and continues with a cursor', async () => {
  const holder = await customer(service, 100);
  const ids = [];
  for (let at = 0; at < 3; at += 1) ids.unshift((await create(holder, { profiles: profiles(1, at) })).id);
  for (const id of ids) await jobWhen(holder, id, 'completed');
  const idsOf = async (query: string) =>
    (await get(holder, query)).items.map((job: { id: string }) => job.id);
  const page = await get(holder, '?limit=2');
  assert.deepEqual(
    page.items.map((job: { id: string }) => job.id),
    ids.slice(0, 2),
  );
  assert.deepEqual(await idsOf(`?limit=2&cursor=${page.next_cursor}`), ids.slice(2));
  assert.deepEqual(await idsOf('?status=completed&opened_from=api&created_from=2020-01-01'), ids);
  assert.deepEqual(await idsOf('?status=failed'), []);
  assert.deepEqual(await idsOf('?opened_from=dashboard'), []);
  assert.deepEqual(await idsOf('?created_to=2020-01-01'), []);
  const wrong = await service.withKey(holder.key, 'GET', '/api/v1/jobs?created_from=yesterday');
  assert.match(wrong.json().detail[0].msg, /ISO 8601 date or time, such as/);
});

test('a cancelled job keeps what it found, and starts nothing more', async () => {
  const holder = await customer(service, 100);
  const { id } = await create(holder, { profiles: profiles(20), limit_credits: 4 });
  await jobWhen(holder, id, 'paused', 'limit');
  const cancelled = await service.withKey(holder.key, 'POST', `/api/v1/jobs/${id}/cancellation`);
  assert.equal(cancelled.json().status, 'cancelled');
  const { counts, ended_at } = await get(holder, `/${id}`);
  assert.deepEqual([counts.completed, counts.cancelled, counts.waiting], [4, 16, 0]);
  assert.ok(ended_at);
});

test('a job continues with the key that replaced its own, and waits when its key is revoked', async () => {
  const holder = await customer(service, 100);
  const job = await create(holder, { profiles: profiles(5), limit_credits: 1 });
  await jobWhen(holder, job.id, 'paused', 'limit');
  await asOperator(service, 'POST', `/api/v1/admin/keys/${holder.keyId}/revocation`, { reason: 'lost' });
  const other = await customer(service, 0, { account_id: holder.accountId });
  const resumed = await service.withKey(other.key, 'POST', `/api/v1/jobs/${job.id}/resumption`, {
    limit_credits: 5,
  });
  assert.equal(resumed.statusCode, 200, resumed.body);
  assert.equal((await jobWhen(other, job.id, 'completed')).credits.spent, 5);
});

test('a webhook reports that a job pauses or ends, without a contact value', async () => {
  const holder = await customer(service, 100);
  const webhook_url = 'https://hooks.example.com/jobs';
  const { id } = await create(holder, { profiles: profiles(5), webhook_url, limit_credits: 2 });
  await jobWhen(holder, id, 'paused', 'limit');
  for (let times = 0; times < 2; times += 1) await changeJob(service, holder, id, 'pause');
  await changeJob(service, holder, id, 'resumption', { limit_credits: null });
  await jobWhen(holder, id, 'completed');
  const { rows } = await service.database.pool.query<{ type: string; body: string }>(
    'select type, body from webhook_delivery where url = $1 order by created_at',
    [webhook_url],
  );
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['job.paused', 'job.paused', 'job.completed'],
    'a repeated pause is reported once',
  );
  const { data } = JSON.parse(rows[2]!.body);
  assert.deepEqual([data.id, data.credits.spent], [id, 5]);
  assert.ok(!rows[2]!.body.includes('works.example'));
  const refused = await service.withKey(holder.key, 'POST', '/api/v1/jobs', {
    profiles: profiles(1),
    webhook_url: 'http://127.0.0.1/hook',
  });
  assert.deepEqual([refused.statusCode, refused.json().detail[0].loc], [422, ['body', 'webhook_url']]);
});
