import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { givenAccount } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { sizeOf } from '#test/support/size.ts';
import { handleOwners } from '../handles/handles.ts';

let service: TestService;
let other: TestService;
before(async () => {
  service = await testService();
  other = await testService({ database: service.database });
});
after(async () => {
  await other?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

const register = (account_id: string, members: object, from = service) =>
  from.internal('POST', '/internal/identity/register', { account_id, ...members });
const google = (id: string) => ({ provider: 'google', provider_user_id: id });
const newest = async () =>
  (await service.admin('GET', '/api/v1/admin/abuse/attempts?limit=1')).json().items[0];
const accountsCalled = (accountId: string) =>
  service.database.db.selectFrom('account').selectAll().where('account_id', '=', accountId).execute();

test('a registration makes the account, and a repeat of it is answered the same', async () => {
  const members = { email: 'first@example.com', ...google('first'), device_id: 'dev-first' };
  const answer = { account_id: 'first', handles: ['email', 'provider_user', 'device'] };
  for (let times = 0; times < 2; times += 1) {
    const response = await register('first', members);
    assert.deepEqual([response.statusCode, response.json()], [200, answer]);
  }
  assert.equal((await accountsCalled('first'))[0]?.email, 'first@example.com');
});

test('an account that exists already can be registered, and keeps its first email', async () => {
  await givenAccount(service.database.db, { accountId: 'made-before', email: 'made-before@example.com' });
  assert.equal((await register('made-before', { email: 'second@example.com' })).statusCode, 200);
  assert.equal((await accountsCalled('made-before'))[0]?.email, 'made-before@example.com');
  assert.equal((await register('thief', { email: 'second@example.com' })).statusCode, 409);
});

test('what another account has is named by its kind, and nothing is changed', async () => {
  await register('holder', { email: 'holder@example.com', ...google('holder'), device_id: 'dev-holder' });
  const response = await register('latecomer', {
    email: 'holder+2@example.com',
    ...google('latecomer'),
    device_id: 'dev-holder',
  });
  const { code, handles } = response.json();
  assert.deepEqual([response.statusCode, code, handles], [409, 'handle_taken', ['email', 'device']]);
  assert.doesNotMatch(response.body, /holder/);
  assert.deepEqual(await accountsCalled('latecomer'), []);
  const free = { kind: 'provider_user', value: 'google:latecomer' } as const;
  assert.deepEqual(await handleOwners(service.database.db, [free]), [null]);
  const { step, signals, claimed_by } = await newest();
  assert.deepEqual(
    [step, signals, claimed_by],
    ['register', ['email_claimed', 'device_claimed'], ['holder']],
  );
});

test('the email of an account that never registered is taken too', async () => {
  await givenAccount(service.database.db, { accountId: 'by-operator', email: 'by-operator@example.com' });
  const response = await register('stranger', { email: 'By-Operator@example.com' });
  assert.deepEqual([response.statusCode, response.json().handles], [409, ['email']]);
});

test('an unproved WhatsApp number is not claimed, so it doesn’t keep its owner out', async () => {
  const number = '+12025550123';
  assert.deepEqual((await register('typist', { whatsapp: number, ...google('typist') })).json().handles, [
    'provider_user',
  ]);
  assert.equal((await newest()).whatsapp, number);
  assert.equal((await register('its-owner', { whatsapp: number })).statusCode, 200);
});

test('a WhatsApp number that another account has confirmed is taken', async () => {
  const { account } = await givenAccount(service.database.db);
  await service.database.db
    .insertInto('identity_handle')
    .values({ kind: 'whatsapp', handle: '+12025550124', account })
    .execute();
  const response = await register('second-hand', { whatsapp: '+12025550124' });
  assert.deepEqual([response.statusCode, response.json().handles], [409, ['whatsapp']]);
});

test('a locked person can’t register', async () => {
  await service.admin('POST', '/api/v1/admin/locks', {
    subject_type: 'email_domain',
    subject: 'out.example',
  });
  const response = await register('outsider', { email: 'a@out.example' });
  assert.deepEqual([response.statusCode, response.json().code], [403, 'account_locked']);
  assert.deepEqual(await accountsCalled('outsider'), []);
  assert.deepEqual((await newest()).signals, ['locked_email_domain']);
});

/** This many at once overload a slow machine; a dashboard then sends the same registration again. */
const untilServed = (...registration: Parameters<typeof register>) =>
  eventually(async () => {
    const response = await register(...registration);
    assert.notEqual(response.statusCode, 503, response.body);
    return response;
  });

test('hundreds of racing registrations over shared handles leave no handle with two owners', async () => {
  const share = (at: number, among: number) => at % among;
  const racers = Array.from({ length: sizeOf({ small: 300, whole: 1000 }) }, (_, at) => ({
    accountId: `racer-${at}`,
    members: {
      email: `crowd.${share(at, 70)}@gmail.com`,
      ...google(`crowd-${share(at, 110)}`),
      device_id: `crowd-${share(at, 90)}`,
    },
  }));
  const responses = await Promise.all(
    racers.map(({ accountId, members }, at) => untilServed(accountId, members, at % 2 ? service : other)),
  );
  const statuses = new Set(responses.map(({ statusCode }) => statusCode));
  assert.deepEqual(statuses, new Set([200, 409]));

  const winners = new Set(racers.filter((_, at) => responses[at]!.statusCode === 200));
  const { rows } = await service.database.pool.query<{ handle: string; account_id: string }>(
    `select kind || ' ' || handle as handle, account_id
     from identity_handle join account on account.id = account where handle like '%crowd%'`,
  );
  const promised = [...winners].flatMap(({ accountId, members }) => [
    [`email ${members.email.replace('.', '')}`, accountId],
    [`provider_user google:${members.provider_user_id}`, accountId],
    [`device ${members.device_id}`, accountId],
  ]);
  assert.deepEqual(
    rows.map(({ handle, account_id }) => [handle, account_id]).sort(),
    promised.sort(),
    'each handle of a winner is the winner’s, and no loser has any',
  );
  for (const { members } of racers) {
    const blocking = [...winners].some(
      (winner) =>
        winner.members.email === members.email ||
        winner.members.provider_user_id === members.provider_user_id ||
        winner.members.device_id === members.device_id,
    );
    assert.ok(blocking, 'no registration lost to one that failed');
  }
});

test('one of a hundred concurrent registrations of a person wins', async () => {
  const members = { email: 'wanted@example.com', ...google('wanted') };
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, at) => register(`claimant-${at}`, members, at % 2 ? service : other)),
  );
  assert.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 1);
});

test('the browser and a locked device are in the evidence of a registration', async () => {
  await register('has-device', {
    email: 'has-device@example.com',
    device_id: 'dev-kept',
    user_agent: 'Browser/1',
  });
  assert.equal((await newest()).user_agent, 'Browser/1');
  await service.admin('POST', '/api/v1/admin/locks', { subject_type: 'account', subject: 'has-device' });
  const refused = await register('newcomer-there', { device_id: 'dev-kept', user_agent: 'Browser/2' });
  assert.equal(refused.json().code, 'handle_taken');
  const { signals, user_agent } = await newest();
  assert.deepEqual([signals, user_agent], [['locked_device', 'device_claimed'], 'Browser/2']);
});
