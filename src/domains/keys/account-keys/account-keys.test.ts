import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { givenKey } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import { KeyUses } from '../gate/key-uses.ts';
import { recordViolation } from '../sql/violations.ts';

const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

type Members = Record<string, unknown>;
async function call(method: 'GET' | 'POST' | 'PATCH', accountId: string, path = '', body?: Members) {
  const response = await service.internal(method, `/internal/keys/by-account/${accountId}${path}`, body);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}
const refusal = async (accountId: string, path = '', body: Members = { name: 'Further' }) =>
  (await service.internal('POST', `/internal/keys/by-account/${accountId}${path}`, body)).json().code;
const listed = async (accountId: string) => (await call('GET', accountId)).items;
const use = (key: string) => service.withKey(key, 'GET', '/api/v1/key/info');
const left = async (key: string) => /r=(\d+)/.exec(String((await use(key)).headers.ratelimit))![1];

test('an account has several keys, with names, modes and addresses of their own', async () => {
  await givenKey(db, { accountId: 'several' });
  const crm = await call('POST', 'several', '', { name: ' CRM sync ', allowed_ips: '127.0.0.1' });
  const tests = await call('POST', 'several', '', { name: 'Tests', mode: 'test', expires_in_days: 7 });
  assert.match(crm.key, /^cty_live_/);
  assert.match(tests.key, /^cty_test_/);
  assert.deepEqual(
    (await listed('several')).map(({ name, mode, allowed_ips, status }: Members) => [
      name,
      mode,
      allowed_ips,
      status,
    ]),
    [
      ['Tests', 'test', [], 'active'],
      ['CRM sync', 'live', ['127.0.0.1'], 'active'],
      ['', 'live', [], 'active'],
    ],
  );
  for (const { key } of [crm, tests]) assert.equal((await use(key)).statusCode, 200);
});

test('the keys that an account creates share its rate, by mode', async () => {
  const first = await givenKey(db, { accountId: 'sharing' });
  const second = await call('POST', 'sharing', '', { name: 'Second' });
  const forTests = await call('POST', 'sharing', '', { name: 'Tests', mode: 'test' });
  const newer = await call('POST', 'sharing', `/${second.id}/replacement`, { overlap_hours: 1 });
  const seen: (string | undefined)[] = [];
  for (const key of [first.text, second.key, forTests.key, newer.key]) seen.push(await left(key));
  assert.deepEqual(seen, ['19', '18', '19', '17']);
});

test('a further key keeps the plan and the rate that an operator gave the one before', async () => {
  await givenKey(db, { accountId: 'slowed', plan: 'scale', rate_limit_per_min: 3 });
  const { plan, rate_limit_per_min } = await call('POST', 'slowed', '', { name: 'Faster?' });
  assert.deepEqual([plan, rate_limit_per_min], ['scale', 3]);
});

test('keys that share a window count its violation once, and a ban stops further keys, revoked or not', async () => {
  const first = await givenKey(db, { accountId: 'greedy' });
  const second = await call('POST', 'greedy', '', { name: 'Second' });
  const violate = (keyId: string, minute: number) =>
    recordViolation(db, {
      keyId,
      windowStartedAt: new Date(Date.UTC(2026, 2, 1, 12, minute)),
      banAfter: 2,
      banWindowMinutes: 60,
    });
  await Promise.all([violate(first.id, 0), violate(second.id, 0)]);
  const before = (await listed('greedy')).map(({ status }: Members) => status);
  assert.deepEqual(before, ['active', 'active']);
  await violate(second.id, 1);
  assert.equal(await refusal('greedy'), 'key_ban_in_force');
  await call('POST', 'greedy', `/${second.id}/revocation`);
  assert.equal(await refusal('greedy'), 'key_ban_in_force');
  await service.admin('POST', `/api/v1/admin/keys/${second.id}/unban`);
  await call('POST', 'greedy', '', { name: 'Again' });
});

test('a replaced key works until its overlap ends, and no longer than before', async () => {
  const old = await givenKey(db, { accountId: 'overlap', allowed_ips: ['127.0.0.0/8'], name: 'CRM' });
  const before = Date.now();
  const made = await call('POST', 'overlap', `/${old.id}/replacement`, { overlap_hours: 2 });
  const after = Date.now();
  assert.deepEqual([made.name, made.allowed_ips, made.status], ['CRM', ['127.0.0.0/8'], 'active']);
  const until = Date.parse(made.replaced.works_until);
  assert.ok(until >= before + 7_200_000 && until <= after + 7_200_000);
  for (const key of [old.text, made.key]) assert.equal((await use(key)).statusCode, 200);
  const [newer, older] = await listed('overlap');
  assert.deepEqual([older.replaced_by, older.status, newer.replaced_by], [made.id, 'active', null]);
  assert.equal(await refusal('overlap', `/${old.id}/replacement`, {}), 'key_replaced');

  const soon = new Date(Date.now() + 86_400_000);
  await db.updateTable('api_key').set({ expires_at: soon }).where('id', '=', made.id).execute();
  const last = await call('POST', 'overlap', `/${made.id}/replacement`, { overlap_hours: 168 });
  assert.equal(last.replaced.works_until, soon.toISOString());
});

test('without an overlap the old key is banned at once, and a ban for the rate carries over', async () => {
  const old = await givenKey(db, { accountId: 'leaked' });
  const made = await call('POST', 'leaked', `/${old.id}/replacement`, { overlap_hours: 0 });
  assert.equal(made.replaced.works_until, null);
  assert.equal((await use(old.text)).json().code, 'key_banned');

  const banned = await givenKey(db, { accountId: 'banned', banReason: 'rate_limit' });
  const carried = await call('POST', 'banned', `/${banned.id}/replacement`, { overlap_hours: 168 });
  assert.deepEqual([carried.banned, carried.replaced.works_until], [true, null]);
  assert.equal((await use(carried.key)).json().code, 'key_banned');
});

test('if the newer key is revoked in the overlap, the older one can still be regenerated', async () => {
  const old = await givenKey(db, { accountId: 'undone' });
  const made = await call('POST', 'undone', `/${old.id}/replacement`, {});
  await call('POST', 'undone', `/${made.id}/revocation`);
  const response = await service.internal('POST', '/internal/key/regenerate/undone');
  assert.equal(response.json().replaced.id, old.id);
});

test('names and addresses change at once, and a revoked key is refused at once', async () => {
  const { id, text } = await givenKey(db, { accountId: 'changing' });
  assert.equal((await use(text)).statusCode, 200);
  const changed = await call('PATCH', 'changing', `/${id}`, { name: 'Office', allowed_ips: '203.0.113.7' });
  assert.deepEqual([changed.name, changed.allowed_ips], ['Office', ['203.0.113.7']]);
  assert.equal((await use(text)).json().code, 'ip_not_allowed');
  const renamed = await call('PATCH', 'changing', `/${id}`, { name: 'Home' });
  assert.deepEqual([renamed.name, renamed.allowed_ips], ['Home', ['203.0.113.7']]);
  assert.equal((await call('POST', 'changing', `/${id}/revocation`)).status, 'revoked');
  assert.equal((await use(text)).json().code, 'invalid_key');
});

test('another account’s key is not found', async () => {
  const { id } = await givenKey(db, { accountId: 'theirs' });
  await givenKey(db, { accountId: 'ours' });
  for (const path of [`/${id}/revocation`, `/${id}/replacement`])
    assert.equal(await refusal('ours', path, {}), 'not_found');
});

test('the last use of a key is written in batches, and costs no query for each request', async () => {
  const { text } = await givenKey(db, { accountId: 'used' });
  await call('POST', 'used', '', { name: 'Idle' });
  for (let request = 0; request < 3; request += 1) await use(text);
  const uses = () => listed('used').then((keys) => keys.map((key: Members) => key.last_used_at));
  assert.deepEqual(await uses(), [null, null]);
  const before = Date.now();
  await service.app.kernel.ports.use(KeyUses).write();
  const [idle, used] = await uses();
  assert.equal(idle, null);
  assert.ok(Date.parse(used) >= before && Date.parse(used) <= Date.now());
});
