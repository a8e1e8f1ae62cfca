import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { businessProfile } from '#test/support/business-profile.ts';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

/** A mailbox belongs to one account, whichever way the account claimed it. */
const service = await testService();
after(() => service[Symbol.asyncDispose]());
const { db } = service.database;

type Way = (account_id: string, email: string) => ReturnType<typeof service.internal>;
const register: Way = (account_id, email) =>
  service.internal('POST', '/internal/identity/register', { account_id, email });
const create: Way = (account_id, email) =>
  service.admin('POST', '/api/v1/keys/create', { account_id, email });
const ensure: Way = (account_id, email) =>
  service.internal('POST', `/internal/key/ensure/${account_id}`, { email });
const start: Way = async (account_id, email) => {
  await givenAccount(db, { accountId: account_id });
  const body = { account_id, email, ...businessProfile };
  return service.internal('POST', '/internal/identity/onboarding/start', body);
};
const ways = { register, create, ensure, start };

let mailboxes = 0;
for (const [first, makeFirst] of Object.entries(ways)) {
  for (const [second, makeSecond] of Object.entries(ways)) {
    test(`a mailbox that an account got by ${first} is refused to another by ${second}`, async () => {
      const name = `mailbox${++mailboxes}`;
      const made = await makeFirst(`${name}-first`, `${name}@example.com`);
      assert.equal(made.statusCode, 200, made.body);
      const refused = await makeSecond(`${name}-second`, `${name}+tag@example.com`);
      assert.deepEqual([refused.statusCode, refused.json().code], [409, 'handle_taken']);
    });
  }
}

test('an account that already had its email claims the mailbox once it is proved, and is refused if another account has it', async () => {
  await givenAccount(db, { accountId: 'older', email: 'older@example.com' });
  await givenAccount(db, { accountId: 'twin', email: 'older+tag@example.com' });
  const verify: Way = (account_id, email) =>
    service.internal('POST', '/internal/identity/onboarding/verify-email', { account_id, email });
  assert.equal((await verify('older', 'older@example.com')).statusCode, 200);
  for (const way of [verify, start, ensure, create]) {
    assert.equal((await way('twin', 'older+tag@example.com')).json().code, 'handle_taken');
  }
});

test('one of several accounts that claim a mailbox at once, in every way, gets it and none fails', async () => {
  const each = Object.values(ways).flatMap((way) => [way, way, way]);
  const answers = await Promise.all(each.map((way, at) => way(`crowd-${at}`, `crowd+${at}@example.com`)));
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  assert.deepEqual(statuses, [200, ...each.slice(1).map(() => 409)]);
});

test('vetting finds the account that has an email, as registering would', async () => {
  await givenAccount(db, { accountId: 'by-e-mail', email: 'by-e-mail@example.com' });
  const signup = { email: 'by-e-mail@example.com', provider: 'google', provider_user_id: 'by-e-mail' };
  const vetted = await service.internal('POST', '/internal/identity/vet', signup);
  assert.equal(vetted.json().code, 'account_exists');
  assert.equal((await register('another', signup.email)).statusCode, 409);
});
