import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenJob } from '#test/support/bulk-jobs.ts';
import { runJob } from '#test/support/jobs.ts';
import { customer, importRows } from '#test/support/kit.ts';
import { testSecrets, testService } from '#test/support/service.ts';
import { withSettings } from '#test/support/settings.ts';
import { forgetCalls } from './forget-calls.ts';
import { RefusedCalls } from './index.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { pool } = service.database;

await importRows(
  service,
  `profile_url,full_name,email,phone,link,source,source_url,seen_at
https://github.com/asha-example,Asha Rao,asha@rao.example,+919812345678,https://asha.example.com/about,Conference list,https://conf.example.com/asha,2026-01-02`,
);
const asha = 'https://github.com/asha-example';

type Members = Record<string, unknown>;
const find = (key: string, body: Members, headers = {}) =>
  service.request('POST', '/api/v1/find', {
    headers: { authorization: `Bearer ${key}`, ...headers },
    body,
  });
const written = () => service.app.kernel.ports.use(RefusedCalls).write();
async function get(path: string) {
  await written();
  const response = await service.internal('GET', `/internal/calls/${path}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

test('lookups and refused calls are listed together, newest first, and each can be filtered', async () => {
  const { accountId, key, keyId } = await customer(service);
  const { id } = (await find(key, { profile_url: asha, name: 'Asha Rao', client_reference: 'crm-7' })).json();
  await find(key, { profile_url: 'https://example.com/nobody' }, { 'x-request-id': 'mine-1' });
  await service.withKey(key, 'GET', '/api/v1/jobs?limit=1000');
  await service.withKey(key, 'GET', '/api/v1/usage');
  const { items, next_cursor } = await get(accountId);
  assert.equal(next_cursor, null);
  assert.deepEqual(
    items.map((call: Members) => [call.operation, call.method, call.path, call.status, call.code]),
    [
      ['jobs.list-jobs', 'GET', '/api/v1/jobs', 422, null],
      ['lookup.find', 'POST', '/api/v1/find', 400, 'invalid_profile_url'],
      ['lookup.find', 'POST', '/api/v1/find', 200, null],
    ],
  );
  const [, refused, answered] = items;
  assert.deepEqual([answered.id, answered.outcome, answered.credits], [id, 'completed', 1]);
  assert.deepEqual([refused.request_id, refused.credits, refused.outcome], ['mine-1', 0, null]);
  for (const call of items) {
    assert.deepEqual([call.key_id, call.mode, call.opened_from], [keyId, 'live', 'api']);
    assert.ok(call.duration_ms >= 0);
  }
  const ids = async (query: string) =>
    (await get(`${accountId}?${query}`)).items.map((call: Members) => call.id);
  assert.deepEqual(await ids('status=2xx'), [id]);
  assert.deepEqual(await ids('status=4xx&operation=lookup.find'), [refused.id]);
  assert.deepEqual(await ids(`key_id=${keyId}&status=5xx`), []);
});

test('pages hold every call once', async () => {
  const { accountId, key } = await customer(service);
  for (let call = 0; call < 3; call += 1) {
    await find(key, { profile_url: asha });
    await find(key, {});
  }
  const all = (await get(accountId)).items.map(({ id }: Members) => id);
  assert.equal(all.length, 6);
  const seen: unknown[] = [];
  let cursor = '';
  do {
    const page = await get(`${accountId}?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items.map(({ id }: Members) => id));
    cursor = page.next_cursor ?? '';
  } while (cursor);
  assert.deepEqual(seen, all);
});

test('contacts of a lookup are masked until they are asked for', async () => {
  const { accountId, key } = await customer(service);
  const { id } = (await find(key, { profile_url: asha, client_reference: 'crm-8' })).json();
  const masked = await get(`${accountId}/${id}`);
  assert.equal(masked.masked, true);
  assert.doesNotMatch(masked.answer, /asha@|9812345678|asha\.example|conf\.example\.com\/asha/);
  assert.match(masked.answer, /a•••@rao\.example/);
  assert.match(masked.answer, /\+91•••78/);
  assert.deepEqual(JSON.parse(masked.request), { body: { profile_url: asha, client_reference: 'crm-8' } });
  const revealed = await get(`${accountId}/${id}?reveal=true`);
  assert.equal(revealed.masked, false);
  assert.match(revealed.answer, /asha@rao\.example/);
});

test('showing contacts is on the timeline of the account, without them, and reading masked ones is not', async () => {
  const { accountId, key } = await customer(service);
  const { id } = (await find(key, { profile_url: asha })).json();
  const shown = async () => {
    const { rows } = await pool.query(
      `select details from customer_act join account on account.id = customer_act.account
       where account.account_id = $1 and event = 'call.contacts_shown'`,
      [accountId],
    );
    return rows.map(({ details }) => details);
  };
  await get(`${accountId}/${id}`);
  assert.deepEqual(await shown(), []);
  await get(`${accountId}/${id}?reveal=true`);
  assert.deepEqual(await shown(), [{ call_id: id }]);
});

test('an operator’s look at contacts is in the audit log under the operator’s name, and no act of the account', async () => {
  const holder = await customer(service);
  const { accountId: account_id, key } = holder;
  const { id } = (await find(key, { profile_url: asha })).json();
  const job_id = await givenJob(service, holder);
  const look = async (path: string, secret = testSecrets.admin_secret) =>
    service.request('GET', `/internal/${path}`, {
      headers: {
        'x-internal-secret': testSecrets.internal_secret,
        'x-admin-secret': secret,
        'x-ops-actor': 'mira@operators.example.com',
      },
    });
  for (const path of [
    `calls/${account_id}/${id}`,
    `calls/${account_id}/${id}?reveal=true`,
    `find/${account_id}/${id}`,
    `jobs/${account_id}/${job_id}/items?limit=2`,
    `jobs/${account_id}/${job_id}/csv`,
    `find/${account_id}/lkp_nothing`,
  ]) {
    await look(path);
  }
  assert.equal((await look(`find/${account_id}/${id}`, 'wrong')).statusCode, 401);
  const { rows } = await pool.query(
    `select actor, operation, details from audit_entry where details ->> 'account_id' = $1
     and event in ('call.contacts_shown', 'contacts.shown') order by id`,
    [account_id],
  );
  assert.deepEqual(
    rows.map(({ actor, operation, details }) => [actor, operation, details]),
    [
      ['mira@operators.example.com', 'calls.show-call', { account_id, call_id: id }],
      ['mira@operators.example.com', 'lookup.fetch-lookup', { account_id, lookup_id: id }],
      ['mira@operators.example.com', 'jobs.list-items', { account_id, job_id, limit: 2 }],
      ['mira@operators.example.com', 'jobs.download-results', { account_id, job_id }],
    ],
  );
  const acts = await pool.query(
    `select event from customer_act join account on account.id = customer_act.account
     where account.account_id = $1 and event like '%contacts%'`,
    [account_id],
  );
  assert.deepEqual(acts.rows, []);
});

test('an account that used up its acts of the day is shown no contacts', async () => {
  const { accountId, key } = await customer(service);
  const { id } = (await find(key, { profile_url: asha })).json();
  await using _one = await withSettings(service, { account_acts_per_day: 1 });
  await get(`${accountId}/${id}?reveal=true`);
  const again = await service.internal('GET', `/internal/calls/${accountId}/${id}?reveal=true`);
  assert.deepEqual([again.statusCode, again.json().code], [429, 'rate_limited']);
  assert.doesNotMatch(again.body, /asha@rao/);
  assert.equal((await get(`${accountId}/${id}`)).masked, true);
});

test('a person who is suppressed is removed from the log', async () => {
  const { accountId, key } = await customer(service);
  const ravi = 'https://github.com/ravi-example';
  await find(key, { profile_url: ravi, name: 7 });
  const [{ id }] = (await get(accountId)).items;
  assert.match((await get(`${accountId}/${id}`)).request, /ravi-example/);
  const suppressed = await service.admin('POST', '/api/v1/admin/suppressions', {
    profile_url: ravi,
    reason: 'They asked for it',
  });
  assert.equal(suppressed.statusCode, 200, suppressed.body);
  const { request, answer } = await get(`${accountId}/${id}`);
  assert.deepEqual([request, answer], [null, null]);
});

test('of a flood of refused calls few are written, and the newest 1,000 stay', async () => {
  const { accountId, key, keyId } = await customer(service);
  for (let call = 0; call < 25; call += 1) await service.withKey(key, 'GET', '/api/v1/find/lkp_nothing');
  assert.equal((await get(accountId)).items.length, 20);
  await pool.query(
    `insert into refused_call (id, account, at, operation, method, path, status, duration_ms, key_id, is_test, opened_from, request_id)
    select 'call_old' || row, account, now() - interval '1 hour', 'usage.report-usage', 'GET', '/api/v1/usage', 422, 1, id, false, 'api', 'r'
    from api_key cross join generate_series(1, 1000) row where id = $1`,
    [keyId],
  );
  await service.withKey(key, 'GET', '/api/v1/find/lkp_nothing');
  await written();
  const { rows } = await pool.query(
    'select count(*)::int as kept, max(at) > now() - interval $$1 minute$$ as has_newest from refused_call where key_id = $1',
    [keyId],
  );
  assert.deepEqual(rows, [{ kept: 1000, has_newest: true }]);
});

test('calls are forgotten after a day', async () => {
  const { accountId, key, keyId } = await customer(service);
  await find(key, {});
  await written();
  await pool.query(`update refused_call set at = now() - interval '24 hours 1 minute' where key_id = $1`, [
    keyId,
  ]);
  assert.deepEqual((await get(accountId)).items, []);
  await runJob(service, forgetCalls);
  const { rows } = await pool.query('select from refused_call where key_id = $1', [keyId]);
  assert.equal(rows.length, 0);
});

test('a call that a rate limit refused is listed', async () => {
  const { accountId, key } = await customer(service, 1, { rate_limit_per_min: 1 });
  await service.withKey(key, 'GET', '/api/v1/usage');
  await find(key, { profile_url: asha });
  const [{ status, code, operation }] = (await get(accountId)).items;
  assert.deepEqual([status, code, operation], [429, 'rate_limited', 'lookup.find']);
});
