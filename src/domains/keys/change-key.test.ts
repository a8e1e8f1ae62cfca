import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const change = (id: string, body: object) => service.admin('PATCH', `/api/v1/admin/keys/${id}`, body);
const infoOf = (text: string) => service.withKey(text, 'GET', '/api/v1/key/info');

test('addresses, rate, note and end change, and what is left out stays', async () => {
  const key = await givenKey(db, { plan: 'growth', note: 'pilot', allowed_ips: ['127.0.0.0/8'] });

  const response = await change(key.id, { rate_limit_per_min: 7, expires_at: '2099-01-01T00:00:00Z' });

  assert.equal(response.statusCode, 200, response.body);
  const { rate_limit_per_min, expires_at, note, allowed_ips } = response.json();
  assert.deepEqual(
    [rate_limit_per_min, expires_at, note, allowed_ips],
    [7, '2099-01-01T00:00:00.000Z', 'pilot', ['127.0.0.0/8']],
  );
  assert.equal((await infoOf(key.text)).json().rate_limit_per_min, 7);

  const back = (await change(key.id, { rate_limit_per_min: null, expires_at: null, allowed_ips: '' })).json();
  assert.deepEqual([back.rate_limit_per_min, back.expires_at, back.allowed_ips], [60, null, []]);
});

test('a restriction to addresses holds for the next request', async () => {
  const key = await givenKey(db);
  assert.equal((await infoOf(key.text)).statusCode, 200);
  await change(key.id, { allowed_ips: '203.0.113.0/24' });
  const refused = await infoOf(key.text);
  assert.deepEqual([refused.statusCode, refused.json().code], [403, 'ip_not_allowed']);
});

test('an end in the past is 422 and says how to end a key now', async () => {
  const key = await givenKey(db);
  const response = await change(key.id, { expires_at: '2020-01-01T00:00:00Z' });
  assert.equal(response.statusCode, 422);
  assert.deepEqual(response.json().detail[0].loc, ['body', 'expires_at']);
  assert.match(response.json().detail[0].msg, /revoke/);
});

test('the audit row has before and after', async () => {
  const key = await givenKey(db, { note: 'old' });
  await change(key.id, { note: 'new', reason: 'They moved' });
  const rows = await db.selectFrom('audit_entry').selectAll().where('event', '=', 'key.changed').execute();
  const row = rows.find(({ details }) => (details as { key_id: string }).key_id === key.id)!;
  const { before, after: afterwards, reason } = row.details as Record<string, { note: string }>;
  assert.deepEqual([before?.note, afterwards?.note, reason], ['old', 'new', 'They moved']);
});
