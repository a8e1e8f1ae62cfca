import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { asOperator, customer, givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;

type Members = Record<string, unknown>;
const call = (method: 'POST' | 'PATCH', accountId: string, path: string, body: Members) =>
  service.internal(method, `/internal/keys/by-account/${accountId}${path}`, body);
const use = (key: string) => service.withKey(key, 'GET', '/api/v1/key/info');
async function used(key: string, times: number) {
  const answers = [];
  for (let time = 0; time < times; time += 1) answers.push(await use(key));
  return answers;
}

test('a key with a rate of its own is refused beyond it, and takes nothing from the others then', async () => {
  const first = await givenKey(db, { accountId: 'own-rate' });
  const made = await call('POST', 'own-rate', '', { name: 'Slow', rate_limit_per_min: 2 });
  assert.equal(made.statusCode, 200, made.body);
  const { key, id, rate_limit_per_min, chosen_rate_per_min } = made.json();
  assert.deepEqual([rate_limit_per_min, chosen_rate_per_min], [2, 2]);

  const answers = await used(key, 15);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, ...Array(13).fill(429)],
  );
  const refused = answers[2]!;
  assert.match(refused.json().detail, /This key is set to 2 requests per minute/);
  assert.match(String(refused.headers['ratelimit-policy']), /q=2;/);
  assert.equal(refused.headers['retry-after'], '60');
  const other = await use(first.text);
  assert.equal(other.statusCode, 200);
  assert.match(String(other.headers.ratelimit), /r=17/, 'two of twenty were used by the slow key');
  const { rows } = await pool.query('select from key_violation where key_id = $1', [id]);
  assert.equal(rows.length, 0, 'no violation: the account chose it');
});

test('a key with a rate of its own shares the rate of the account within it', async () => {
  const first = await givenKey(db, { accountId: 'shared-rate', rate_limit_per_min: 4 });
  const { key } = (await call('POST', 'shared-rate', '', { name: 'Slow', rate_limit_per_min: 3 })).json();
  await used(first.text, 3);
  const answers = await used(key, 2);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 429],
  );
  assert.match(answers[1]!.json().detail, /More than 4 requests/);
});

test('a rate above that of the account is refused with the rate that it may have, and null removes one', async () => {
  const { id, text } = await givenKey(db, { accountId: 'too-fast', plan: 'growth' });
  const change = (rate: unknown) => call('PATCH', 'too-fast', `/${id}`, { rate_limit_per_min: rate });
  for (const refused of [
    await change(61),
    await call('POST', 'too-fast', '', { name: 'Faster', rate_limit_per_min: 61 }),
  ]) {
    assert.equal(refused.statusCode, 422);
    const [fault] = refused.json().detail;
    assert.deepEqual(fault.loc, ['body', 'rate_limit_per_min']);
    assert.match(fault.msg, /60 requests per minute together\. Choose at most 60/);
  }
  for (const wrong of [0, -1, 1.5, '10']) assert.equal((await change(wrong)).statusCode, 422);
  assert.equal((await change(60)).json().rate_limit_per_min, 60);
  assert.equal((await change(5)).json().rate_limit_per_min, 5);
  assert.match(String((await use(text)).headers['ratelimit-policy']), /q=5;/);
  const back = (await change(null)).json();
  assert.deepEqual([back.rate_limit_per_min, back.chosen_rate_per_min], [60, null]);
  assert.match(String((await use(text)).headers['ratelimit-policy']), /q=60;/);
});

test('a replacement keeps the rate, and a slower account slows the key down', async () => {
  const { id } = await givenKey(db, { accountId: 'kept-rate' });
  await call('PATCH', 'kept-rate', `/${id}`, { rate_limit_per_min: 9 });
  const made = (await call('POST', 'kept-rate', `/${id}/replacement`, { overlap_hours: 0 })).json();
  assert.deepEqual([made.rate_limit_per_min, made.chosen_rate_per_min], [9, 9]);
  await asOperator(service, 'PATCH', '/api/v1/admin/growth/accounts/rate', {
    account_id: 'kept-rate',
    rpm: 4,
  });
  assert.match(String((await use(made.key)).headers['ratelimit-policy']), /q=4;/);
});

test('people on the pages are not slowed down by the rate of the key that they act with', async () => {
  const { accountId, keyId } = await customer(service, 5);
  await call('PATCH', accountId, `/${keyId}`, { rate_limit_per_min: 1 });
  for (let request = 0; request < 3; request += 1) {
    const answer = await service.internal('POST', `/internal/jobs/${accountId}`, {
      profiles: [{ profile_url: 'https://example.com/none' }],
    });
    assert.ok(answer.statusCode < 300, answer.body);
  }
});
