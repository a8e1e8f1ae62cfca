import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());
const { db, pool } = service.database;

const profile = {
  first_name: 'Asha',
  last_name: 'Example',
  address_line1: '12 Example Street',
  city: 'Bengaluru',
  state: 'karnataka',
  pincode: '560001',
};
const start = (account_id: string, email: string, others: object = {}) =>
  service.internal('POST', '/internal/identity/onboarding/start', {
    account_id,
    email,
    ...profile,
    ...others,
  });
const verify = (account_id: string, email: string) =>
  service.internal('POST', '/internal/identity/onboarding/verify-email', { account_id, email });
const statusOf = async (accountId: string) =>
  (await service.internal('GET', `/internal/identity/onboarding/status?account_id=${accountId}`)).json();
const savedProfiles = async (account: number): Promise<number> =>
  (await pool.query('select * from business_profile where account = $1', [account])).rows.length;

test('an account that has done nothing has not started, and every step is missing', async () => {
  await givenAccount(db, { accountId: 'new', email: 'new@example.com' });
  assert.deepEqual(await statusOf('new'), {
    account_id: 'new',
    state: 'not_started',
    steps: [],
    missing: ['email', 'whatsapp', 'business_profile'],
    email: 'new@example.com',
    email_verified_at: null,
    business_profile: null,
  });
});

test('a start with the session address saves the profile and proves the mailbox', async () => {
  await givenAccount(db, { accountId: 'starts', email: 'starts@example.com' });
  const response = await start('starts', ' Starts@Example.com ', { gstin: '  29abcde1234f1zw ' });
  const now = clock.now().toISOString();
  assert.deepEqual(response.json(), {
    account_id: 'starts',
    state: 'in_progress',
    steps: ['email', 'business_profile'],
    missing: ['whatsapp'],
    email: 'starts@example.com',
    email_verified_at: now,
    business_profile: {
      ...profile,
      business_name: '',
      address_line2: '',
      state: 'Karnataka',
      state_code: '29',
      gstin: '29ABCDE1234F1ZW',
      saved_at: now,
    },
  });
  assert.deepEqual(await statusOf('starts'), response.json());
});

test('a repeat changes nothing, not even a time', async () => {
  const { account } = await givenAccount(db, { accountId: 'repeats', email: 'repeats@example.com' });
  const first = await start('repeats', 'repeats@example.com');
  clock.advance(60_000);
  const again = await start('repeats', 'repeats@example.com', { state: 'KARNATAKA', first_name: ' Asha ' });
  assert.deepEqual(again.json(), first.json());
  assert.equal(await savedProfiles(account), 1);
});

test('of ten starts at once none fails and one profile is saved', async () => {
  const { account } = await givenAccount(db, { accountId: 'at-once' });
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => start('at-once', 'at-once@example.com')),
  );
  assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200]));
  assert.equal(await savedProfiles(account), 1);
});

test('an account without an email gets the one of its session', async () => {
  await givenAccount(db, { accountId: 'without' });
  assert.equal((await start('without', 'without@example.com')).json().email, 'without@example.com');
});

test('an account without an email can get it by proving the mailbox', async () => {
  await givenAccount(db, { accountId: 'proves' });
  const { email, steps } = (await verify('proves', 'proves@example.com')).json();
  assert.deepEqual([email, steps], ['proves@example.com', ['email']]);
  await givenAccount(db, { accountId: 'too-late' });
  assert.equal((await verify('too-late', 'proves+2@example.com')).json().code, 'handle_taken');
});

test('of two accounts that start with one free address, one gets it and the other saves nothing', async () => {
  const accounts = await Promise.all(
    ['twin-1', 'twin-2'].map((accountId) => givenAccount(db, { accountId })),
  );
  const responses = await Promise.all([
    start('twin-1', 'twin@example.com'),
    start('twin-2', 'twin@example.com'),
  ]);
  assert.deepEqual(responses.map(({ statusCode }) => statusCode).sort(), [200, 409]);
  assert.equal(responses.find(({ statusCode }) => statusCode === 409)!.json().code, 'handle_taken');
  const saved = await Promise.all(accounts.map(({ account }) => savedProfiles(account)));
  assert.deepEqual(saved.sort(), [0, 1]);
});

test('a mailbox that another account signed up with is taken, however it is written', async () => {
  const signup = { account_id: 'signed-up', email: 'person+work@example.com' };
  assert.equal((await service.internal('POST', '/internal/identity/register', signup)).statusCode, 200);
  const { account } = await givenAccount(db, { accountId: 'late' });
  const response = await start('late', 'person@example.com');
  assert.deepEqual([response.statusCode, response.json().code], [409, 'handle_taken']);
  assert.deepEqual([(await statusOf('late')).email, await savedProfiles(account)], [null, 0]);
});

test('the mailbox of an account that got its email here is taken for sign-ups', async () => {
  await givenAccount(db, { accountId: 'first' });
  await start('first', 'mailbox@example.com');
  const signup = { account_id: 'second', email: 'mailbox+2@example.com' };
  const response = await service.internal('POST', '/internal/identity/register', signup);
  assert.deepEqual([response.statusCode, response.json().code], [409, 'handle_taken']);
});

test('the former first email still counts, for what it proved and for what its session saves', async () => {
  const emails = ['former@example.com', 'current@example.com', 'never-proved@example.com'];
  for (const email of emails)
    await service.internal('POST', '/internal/identity/register', { account_id: 'two-emails', email });
  const makeFirst = async (new_email: string) => {
    const change = { account_id: 'two-emails', new_email, reason: 'They asked for it' };
    const changed = await service.admin('PATCH', '/api/v1/admin/growth/accounts/email', change);
    assert.equal(changed.statusCode, 200, changed.body);
  };
  const before = (await start('two-emails', 'former@example.com')).json();
  await makeFirst('current@example.com');
  assert.deepEqual(await statusOf('two-emails'), { ...before, email: 'current@example.com' });
  clock.advance(60_000);
  for (const call of [start, verify]) {
    const response = await call('two-emails', 'former@example.com');
    assert.deepEqual(response.json(), { ...before, email: 'current@example.com' });
  }
  await makeFirst('never-proved@example.com');
  assert.equal(
    (await verify('two-emails', 'current@example.com')).json().email_verified_at,
    before.email_verified_at,
  );
});

test('an unproved account is proved by a session with its second email, which stays second', async () => {
  for (const email of ['one@example.com', 'another@example.com'])
    await service.internal('POST', '/internal/identity/register', { account_id: 'second-email', email });
  const { email, steps, email_verified_at } = (await start('second-email', 'another@example.com')).json();
  assert.deepEqual([email, steps], ['one@example.com', ['email', 'business_profile']]);
  assert.equal(email_verified_at, clock.now().toISOString());
});

test('an address that is not the one of the account proves nothing and saves nothing', async () => {
  await givenAccount(db, { accountId: 'owner', email: 'owner@example.com' });
  for (const call of [start, verify]) {
    const response = await call('owner', 'other@example.com');
    assert.deepEqual([response.statusCode, response.json().code], [409, 'email_mismatch']);
  }
  assert.equal((await statusOf('owner')).state, 'not_started');
});

test('a mailbox can be proved before the profile is saved, once', async () => {
  await givenAccount(db, { accountId: 'verifies', email: 'verifies@example.com' });
  const first = (await verify('verifies', 'VERIFIES@example.com')).json();
  assert.deepEqual(
    [first.state, first.steps, first.missing],
    ['in_progress', ['email'], ['whatsapp', 'business_profile']],
  );
  clock.advance(60_000);
  assert.deepEqual((await verify('verifies', 'verifies@example.com')).json(), first);
});

test('every fault of a body is in one answer, those of the shape and those of the contents', async () => {
  await givenAccount(db, { accountId: 'faulty', email: 'faulty@example.com' });
  const response = await start('faulty', 'no address', {
    first_name: undefined,
    last_name: ' ',
    address_line1: '12 Example\nStreet',
    address_line2: 'x'.repeat(301),
    state: 'Karnatka',
    pincode: '5600011',
    gstin: '29ABCDE1234F1Z5',
  });
  assert.equal(response.statusCode, 422);
  const faults = response.json().detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc, msg]);
  assert.deepEqual(faults.sort(), [
    [
      ['body', 'address_line1'],
      'Value should be one line of text without control, direction or invisible characters',
    ],
    [['body', 'address_line2'], 'String should have at most 300 characters'],
    [
      ['body', 'email'],
      'value is not a valid email address: An email address needs a name, an @ and a domain.',
    ],
    [['body', 'first_name'], 'Field required'],
    [['body', 'gstin'], 'The check digit does not match. Look for a mistyped character.'],
    [['body', 'last_name'], 'Value should not be blank'],
    [['body', 'pincode'], 'A PIN code has six digits and does not start with 0.'],
    [['body', 'state'], "This is not a State or union territory of India. Did you mean 'Karnataka'?"],
  ]);
});
