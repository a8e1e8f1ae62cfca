import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

const end = new Date(clock.now().getTime() + 60_000);
const lock = (subject_type: string, subject: string, expires_at: Date | null = null) =>
  service.admin('POST', '/api/v1/admin/locks', {
    subject_type,
    subject,
    reason: 'secret reason',
    expires_at,
  });

before(async () => {
  await lock('email', 'locked@example.com');
  await lock('email_domain', 'locked.example');
  await lock('account', 'locked-account');
  await lock('provider_user', 'google:1234');
  await lock('ip', '203.0.113.0/24');
  await lock('whatsapp', '+12025550143');
  await lock('account', 'ending', end);
  await givenAccount(db, { accountId: 'mail-locked', email: 'locked@example.com' });
  await givenAccount(db, { accountId: 'domain-locked', email: 'somebody@locked.example' });
  await givenAccount(db, { accountId: 'locked-account', email: 'owner@example.com' });
});

const asks: [words: string, question: Record<string, string>, locked: boolean][] = [
  ['nothing', {}, false],
  ['a locked email', { email: 'Locked@example.com' }, true],
  ['another email', { email: 'free@example.com' }, false],
  ['an email of a locked domain', { email: 'anybody@LOCKED.example' }, true],
  ['an email of a subdomain of a locked domain', { email: 'anybody@sub.locked.example' }, false],
  ['a locked account', { account_id: 'locked-account' }, true],
  ['an account whose email is locked', { account_id: 'mail-locked' }, true],
  ['an account whose email is of a locked domain', { account_id: 'domain-locked' }, true],
  ['the email of a locked account', { email: 'owner@example.com' }, true],
  ['a locked user of a provider', { provider: 'Google', provider_user_id: '1234' }, true],
  ['the same id at another provider', { provider: 'github', provider_user_id: '1234' }, false],
  ['an id without its provider', { provider_user_id: '1234' }, false],
  ['an address in a locked network', { ip: '::ffff:203.0.113.9' }, true],
  ['an address beside it', { ip: '203.0.114.9' }, false],
  ['a locked number', { whatsapp: '+1 202-555-0143' }, true],
  [
    'one locked thing among free ones',
    { email: 'free@example.com', ip: '203.0.113.9', account_id: 'new' },
    true,
  ],
  ['what is none of its kind', { email: 'none', ip: 'unknown', whatsapp: '?' }, false],
];
for (const [words, question, locked] of asks) {
  test(`${words} is ${locked ? '' : 'not '}locked, asked either way, and nothing else is disclosed`, async () => {
    const posted = await service.internal('POST', '/internal/identity/locked', question);
    const got = await service.internal('GET', `/internal/identity/locked?${new URLSearchParams(question)}`);
    const answer = { locked, code: locked ? 'account_locked' : null };
    assert.deepEqual([posted.json(), got.json()], [answer, answer]);
  });
}

test('a lock holds until the millisecond before its end', async () => {
  const isLocked = async () =>
    (await service.internal('POST', '/internal/identity/locked', { account_id: 'ending' })).json().locked;
  clock.advance(59_999);
  assert.equal(await isLocked(), true);
  clock.advance(1);
  assert.equal(await isLocked(), false);
});

test('a lock is in force when its own answer has left, and not any more when it is lifted', async () => {
  const isLocked = async () =>
    (await service.internal('GET', '/internal/identity/locked?account_id=at-once')).json().locked;
  assert.equal(await isLocked(), false);
  await lock('account', 'at-once');
  assert.equal(await isLocked(), true);
  await service.admin('POST', '/api/v1/admin/locks/unlock', { subject_type: 'account', subject: 'at-once' });
  assert.equal(await isLocked(), false);
});
