import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { SettingsInForce } from '#domains/settings/index.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import type { TestService } from './support/service.ts';
import { openWaterfall, paidIds, type Waterfall } from './support/waterfall.ts';

let waterfall: Waterfall;
let service: TestService;
before(async () => {
  waterfall = await openWaterfall();
  ({ service } = waterfall);
});
beforeEach(() => waterfall.begin());
after(() => waterfall[Symbol.asyncDispose]());

test('what GitHub alone gives is answered with provenance, and not charged', async () => {
  await waterfall.switchSources([...paidIds, 'gravatar', 'website', 'mastodon', 'npm'], false);
  const { key, accountId } = await waterfall.accountWith(5);
  const answer = (await waterfall.find(key, { profile_url: 'github.com/asha-example' })).json();
  assert.equal(answer.status, 'completed', JSON.stringify(answer));
  assert.ok(answer.emails.length > 0);
  assert.ok(
    answer.emails.every((email: { sources: { source: string }[] }) => email.sources[0]?.source === 'github'),
  );
  assert.deepEqual(answer.credits, { charged: 0, remaining: 5, reason: 'source_not_billable' });
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 5, held: 0 });
});

test('a paid hit costs exactly one credit, a paid miss none, and nothing stays held', async () => {
  const { key, accountId } = await waterfall.accountWith(5);
  const hit = (await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' })).json();
  assert.equal(hit.status, 'completed', JSON.stringify(hit));
  assert.deepEqual(hit.credits, { charged: 1, remaining: 4, reason: 'completed_lookup' });
  const miss = (await waterfall.find(key, { profile_url: 'linkedin.com/in/nobody-at-all' })).json();
  assert.equal(miss.status, 'not_found', JSON.stringify(miss));
  assert.equal(miss.credits.charged, 0);
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 4, held: 0 });
  const { rows } = await service.database.pool.query('select * from credit_reconcile()');
  assert.deepEqual(rows, []);
});

test('what a paid source gave is in the log of who was given what, a miss is not', async () => {
  const { key, accountId } = await waterfall.accountWith(5);
  for (const name of ['asha-example', 'nobody-at-all'])
    await waterfall.find(key, { profile_url: `linkedin.com/in/${name}` });
  const { rows } = await service.database.pool.query(
    `select profile_hash, disclosed_fields from usage_event
     where disclosed_fields is not null and account = (select id from account where account_id = $1)`,
    [accountId],
  );
  const profile_hash = profileHashOf('https://www.linkedin.com/in/asha-example');
  assert.deepEqual(rows, [{ profile_hash, disclosed_fields: 1 }]);
});

test('paid sources are asked one at a time and no more once there is enough', async () => {
  await waterfall.switchSources(
    paidIds.filter((id) => id !== 'prospeo' && id !== 'contactout'),
    false,
  );
  const { key } = await waterfall.accountWith(5);
  await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' });
  const asked = paidIds.filter((id) => waterfall.standIn(id).calls.length > 0);
  assert.equal(asked.length, 1, asked.join());
});

test('one hundred concurrent lookups of one profile make one upstream lookup per source', async () => {
  await waterfall.switchSources(
    paidIds.filter((id) => id !== 'prospeo'),
    false,
  );
  const { key, accountId } = await waterfall.accountWith(200);
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' })),
  );
  assert.deepEqual(new Set(responses.map((response) => response.json().status)), new Set(['completed']));
  assert.equal(waterfall.standIn('prospeo').calls.length, 1);
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 100, held: 0 });
});

for (const trouble of [
  'rate_limited',
  'server_error',
  'broken_json',
  'wrong_shape',
  'out_of_credits',
] as const) {
  test(`a source in trouble (${trouble}) does not fail a lookup that another one can answer`, async () => {
    const cheapest = waterfall.standIn('prospeo');
    cheapest.control.trouble = trouble;
    const { key } = await waterfall.accountWith(3);
    const answer = (await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' })).json();
    assert.equal(answer.status, 'completed', JSON.stringify(answer));
    assert.equal(answer.credits.charged, 1);
  });
}

test('when no source answers, the lookup says so, is failed and free', async () => {
  for (const id of paidIds) waterfall.standIn(id).control.trouble = 'server_error';
  const { key, accountId } = await waterfall.accountWith(3);
  const answer = (await waterfall.find(key, { profile_url: 'linkedin.com/in/nobody-at-all' })).json();
  assert.equal(answer.status, 'failed');
  assert.equal(answer.warnings[0].code, 'sources_unavailable');
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 3, held: 0 });
});

test('what takes longer than the budget is pending, and arrives under its id with one charge', async () => {
  await waterfall.switchSources(
    paidIds.filter((id) => id !== 'prospeo'),
    false,
  );
  await service.database.pool.query(
    `insert into setting_version (version, changes, reason, actor)
     select max(version) + 1, '{"lookup_budget_ms": 50}', 'a test', 'a test' from setting_version`,
  );
  await service.app.kernel.ports.use(SettingsInForce).reload();
  waterfall.standIn('prospeo').control.trouble = 'silent';
  const { key, accountId } = await waterfall.accountWith(3);
  const headers = { 'idempotency-key': 'a-slow-one' };

  const pending = await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' }, headers);
  assert.equal(pending.statusCode, 202, pending.body);
  assert.equal(pending.json().status, 'pending');
  await waterfall.standIn('prospeo').received(1);
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 2, held: 1 });

  waterfall.standIn('prospeo').release();
  const { id } = pending.json();
  let answer = pending.json();
  while (answer.status === 'pending')
    answer = (await service.withKey(key, 'GET', `/api/v1/find/${id}`)).json();
  assert.equal(answer.status, 'completed');
  assert.deepEqual(answer.credits, { charged: 1, remaining: 2, reason: 'completed_lookup' });
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 2, held: 0 });
  const repeated = await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' }, headers);
  assert.deepEqual([repeated.statusCode, repeated.json().id, repeated.json().status], [200, id, 'completed']);
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 2, held: 0 });
});

test('a source can be switched off and on without a restart, and says how it does', async () => {
  await waterfall.switchSources(paidIds, false);
  const { key } = await waterfall.accountWith(3);
  assert.equal(
    (await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' })).json().status,
    'not_found',
  );
  assert.equal(waterfall.callsTo(paidIds), 0);
  await waterfall.switchSources(['contactout'], true);
  assert.equal(
    (await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' })).json().status,
    'completed',
  );
  const { items } = (await service.admin('GET', '/api/v1/admin/sources')).json();
  const contactOut = items.find((item: { id: string }) => item.id === 'contactout');
  assert.equal(contactOut.state, 'on');
  assert.ok(contactOut.last_30_days.found >= 1 && contactOut.last_30_days.cost_paise > 0);
  assert.equal(contactOut.clients[0].breaker, 'closed');
});

test('with no credit for a paid source the answer is 402 and no paid source is asked', async () => {
  const { key } = await waterfall.accountWith(1);
  await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' });
  for (const name of paidIds) waterfall.standIn(name).calls.length = 0;
  const refused = await waterfall.find(key, { profile_url: 'linkedin.com/in/ravi-sample' });
  assert.equal(refused.statusCode, 402);
  assert.equal(waterfall.callsTo(paidIds), 0);
});

test('a person who opted out at the vendor is no failure of it, and a value that is taken was surely charged', async () => {
  await waterfall.askOnly(['hunter']);
  await service.database.pool.query('truncate source_tally');
  const { key } = await waterfall.accountWith(5);
  for (const name of ['asha-example', 'forgotten-example'])
    await waterfall.find(key, { profile_url: `linkedin.com/in/${name}` });
  const { items } = (await service.admin('GET', '/api/v1/admin/sources')).json();
  const { asked, found, not_found, failed, cost_paise, uncertain_paise } = items.find(
    ({ id }: { id: string }) => id === 'hunter',
  ).last_30_days;
  assert.deepEqual({ asked, found, not_found, failed }, { asked: 2, found: 1, not_found: 1, failed: 0 });
  assert.ok(cost_paise > uncertain_paise, `${uncertain_paise} of ${cost_paise} paise are uncertain`);
});

test('a source earns the credit of a lookup that returns its email, and nothing for a free repeat', async () => {
  await waterfall.askOnly(['hunter'], { free_repeat_days: 30 });
  await service.database.pool.query('truncate source_tally');
  const { key } = await waterfall.accountWith(5);
  for (let time = 0; time < 2; time++)
    await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' });
  const { total } = (await service.admin('GET', '/api/v1/admin/sources/answers')).json();
  assert.ok(total.emails_found > 0 && total.values_found >= total.emails_found);
  assert.equal(total.credits_earned, 1);
  assert.equal(total.credit_paise, total.cost_paise);
});
