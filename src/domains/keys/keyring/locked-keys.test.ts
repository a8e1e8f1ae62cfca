import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { type GivenKey, givenKey } from '#test/support/kit.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';

const clock = manualClock();
const service: TestService = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const lock = (subject_type: string, subject: string, expires_at: Date | null = null) =>
  service.admin('POST', '/api/v1/admin/locks', {
    subject_type,
    subject,
    reason: 'secret reason',
    expires_at,
  });
const unlock = (subject_type: string, subject: string) =>
  service.admin('POST', '/api/v1/admin/locks/unlock', { subject_type, subject });

const keyOf = (accountId: string, email: string): Promise<GivenKey> => givenKey(db, { accountId, email });

const show = (key: GivenKey, remoteAddress = '192.0.2.1') =>
  service.request('GET', '/api/v1/key/info', {
    headers: { authorization: `Bearer ${key.text}` },
    remoteAddress,
  });
const statusOf = async (key: GivenKey, from?: string) => (await show(key, from)).statusCode;

const ways: [words: string, type: string, subject: string][] = [
  ['account', 'account', 'locked'],
  ['email', 'email', 'locked@works.example'],
  ['email’s domain', 'email_domain', 'works.example'],
  ['address', 'ip', '192.0.2.0/24'],
];
for (const [words, type, subject] of ways) {
  test(`a key is refused while its ${words} is locked, without a reason`, async () => {
    const key = await keyOf('locked', 'locked@works.example');
    const free = await keyOf('free', 'free@example.com');
    assert.equal(await statusOf(key), 200);
    await lock(type, subject);
    const refusal = await show(key);
    assert.deepEqual([refusal.statusCode, refusal.json().code], [403, 'account_locked']);
    assert.doesNotMatch(refusal.body, /secret reason|works\.example|192\.0\.2/);
    assert.equal(await statusOf(free, '198.51.100.1'), 200);
    await unlock(type, subject);
    assert.equal(await statusOf(key), 200);
  });
}

test('a lookup of a locked account is refused, and charges nothing', async () => {
  const key = await keyOf('no-lookups', 'no-lookups@example.com');
  await lock('account', 'no-lookups');
  const response = await service.withKey(key.text, 'POST', '/api/v1/find', {
    profile_url: 'github.com/somebody',
  });
  assert.deepEqual([response.statusCode, response.json().code], [403, 'account_locked']);
  assert.equal((await db.selectFrom('lookup').selectAll().execute()).length, 0);
});

test('the dashboard can’t look anything up as the key of a locked account', async () => {
  await keyOf('acted-for', 'acted-for@locked-works.example');
  const find = () =>
    service.request('POST', '/internal/find', {
      headers: { 'x-internal-secret': testSecrets.internal_secret },
      body: { account_id: 'acted-for', profile_url: 'github.com/somebody' },
    });
  await lock('email_domain', 'locked-works.example');
  const response = await find();
  assert.deepEqual([response.statusCode, response.json().code], [403, 'account_locked']);
  await unlock('email_domain', 'locked-works.example');
  assert.notEqual((await find()).statusCode, 403);
});

test('an account that takes on a locked email is locked by it', async () => {
  const key = await givenKey(db, { accountId: 'takes-on' });
  await lock('email', 'taken-on@example.com');
  assert.equal(await statusOf(key), 200);
  await service.internal('POST', '/internal/key/ensure/takes-on', { email: 'taken-on@example.com' });
  await eventually(async () => assert.equal(await statusOf(key), 403));
});

test('a lock holds until the millisecond before its end', async () => {
  const key = await keyOf('ending', 'ending@example.com');
  await lock('account', 'ending', new Date(clock.now().getTime() + 60_000));
  clock.advance(59_999);
  assert.equal(await statusOf(key), 403);
  clock.advance(1);
  assert.equal(await statusOf(key), 200);
});

test('a banned key of a locked account gets the reason of its ban', async () => {
  const banned = await givenKey(db, { accountId: 'banned-and-locked', banReason: 'replaced' });
  await lock('account', 'banned-and-locked');
  assert.equal((await show(banned)).json().code, 'key_banned');
});
