import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { asOperator, type GivenKey, givenKey } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { statementsOf } from '#test/support/statements.ts';
import { claimHandles } from '../handles/handles.ts';

/** It stands still: what a process remembers is not dropped for its age. */
const clock = manualClock();
const service = await testService({ clock });
const other = await testService({ clock, database: service.database });
after(async () => {
  await other[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
const { db } = service.database;

const lock = (subject_type: string, subject: string) =>
  asOperator(service, 'POST', '/api/v1/admin/locks', { subject_type, subject });
const isLocked = async (question: object, from: TestService = service) =>
  (await from.internal('POST', '/internal/identity/locked', question)).json().locked;
const keyStatus = async (key: GivenKey, from: TestService = service) =>
  (await from.withKey(key.text, 'GET', '/api/v1/key/info')).statusCode;

let people = 0;
async function registered() {
  const name = `person-${++people}`;
  const key = await givenKey(db, { accountId: name });
  const response = await service.internal('POST', '/internal/identity/register', {
    account_id: name,
    email: `${name}@example.com`,
    provider: 'google',
    provider_user_id: name,
  });
  assert.equal(response.statusCode, 200, response.body);
  const number = `+1202555${String(100 + people).padStart(4, '0')}`;
  await claimHandles(db, key.account, [{ kind: 'whatsapp', value: number }]);
  return { name, number, key };
}

const ways: [words: string, lockOf: (person: { name: string; number: string }) => [string, string]][] = [
  ['the bound WhatsApp number', ({ number }) => ['whatsapp', number]],
  ['the sign-in', ({ name }) => ['provider_user', `google:${name}`]],
  ['another address of the mailbox', ({ name }) => ['email', `${name}+other@example.com`]],
];
for (const [words, lockOf] of ways) {
  test(`a lock on ${words} stops the account and its key, on every process`, async () => {
    const person = await registered();
    const question = { account_id: person.name };
    for (const each of [service, other]) {
      assert.equal(await isLocked(question, each), false);
      assert.equal(await keyStatus(person.key, each), 200);
    }
    await lock(...lockOf(person));
    assert.deepEqual([await isLocked(question), await keyStatus(person.key)], [true, 403]);
    await eventually(async () => {
      assert.deepEqual([await isLocked(question, other), await keyStatus(person.key, other)], [true, 403]);
    });
  });
}

test('a lock on an account stops a person who signs in with one of its handles', async () => {
  const { name, number } = await registered();
  const questions = [
    { provider: 'google', provider_user_id: name },
    { whatsapp: number },
    { email: `${name}+tag@example.com` },
  ];
  for (const question of questions) assert.equal(await isLocked(question), false);
  await lock('account', name);
  for (const question of questions) assert.equal(await isLocked(question), true);
});

test('a handle that is claimed later brings its lock along, on every process', async () => {
  const { name, key } = await registered();
  await lock('provider_user', 'github:late');
  for (const each of [service, other]) {
    assert.equal(await isLocked({ account_id: name }, each), false);
    assert.equal(await keyStatus(key, each), 200);
  }
  await claimHandles(db, key.account, [{ kind: 'provider_user', value: 'github:late' }]);
  for (const each of [service, other]) {
    await eventually(async () => assert.equal(await isLocked({ account_id: name }, each), true));
    await eventually(async () => assert.equal(await keyStatus(key, each), 403));
  }
});

test('a person who had no account is known to the process that registers them once the answer is sent', async () => {
  const question = { provider: 'google', provider_user_id: 'at-once' };
  await lock('account', 'at-once-too');
  assert.equal(await isLocked(question), false);
  await asOperator(service, 'POST', '/api/v1/admin/locks/unlock', {
    subject_type: 'account',
    subject: 'at-once-too',
  });
  await service.internal('POST', '/internal/identity/register', { account_id: 'at-once-too', ...question });
  await lock('account', 'at-once-too');
  assert.equal(await isLocked(question), true);
});

test('asking again costs no statement while nothing changed', async () => {
  const { name } = await registered();
  await lock('email_domain', 'elsewhere.example');
  const question = { account_id: name, email: `${name}@example.com`, ip: '203.0.113.9' };
  // The announcement of the registration may still be on its way.
  await eventually(async () => {
    const asked = await statementsOf(async () => {
      for (let times = 0; times < 50; times += 1) assert.equal(await isLocked(question), false);
    });
    assert.deepEqual(asked, []);
  });
});
