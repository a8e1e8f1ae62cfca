import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { hourMs } from '#core/clock.ts';
import { SettingsInForce } from '#domains/settings/index.ts';
import { manualClock } from '#test/support/clock.ts';
import { asOperator } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());

let addresses = 0;
/** In another network each time. */
const newAddress = () => `2001:db8:${(++addresses).toString(16)}::1`;
const google = (id: string) => ({ provider: 'google', provider_user_id: id });

async function vet(members: object, from: TestService = service) {
  const response = await from.internal('POST', '/internal/identity/vet', { ip: newAddress(), ...members });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}
const codeOf = async (members: object) => (await vet(members)).code;

const register = async (account_id: string, members: object) => {
  const response = await service.internal('POST', '/internal/identity/register', { account_id, ...members });
  assert.equal(response.statusCode, 200, response.body);
};
const newest = async () =>
  (await asOperator(service, 'GET', '/api/v1/admin/abuse/attempts?limit=1')).items[0];
const lock = (subject_type: string, subject: string) =>
  asOperator(service, 'POST', '/api/v1/admin/locks', { subject_type, subject });

const change = (values: Record<string, unknown>) => {
  const { ports } = service.app.kernel;
  const settings = ports.use(SettingsInForce);
  return ports.db
    .transaction()
    .execute((transaction) =>
      settings.change(transaction, { change: () => values, reason: 'a test', actor: 'ops' }),
    )
    .then(() => settings.reload());
};

test('a new person is allowed, and the answer has nothing else', async () => {
  assert.deepEqual(await vet({ email: 'new@example.com', ...google('new'), device_id: 'dev-new' }), {
    allowed: true,
    code: null,
  });
  assert.deepEqual(await vet({}), { allowed: true, code: null });
});

test('each handle that an account has is found however it is written', async () => {
  await register('owner', { email: 'Ow.ner+shop@gmail.com', ...google('owner'), device_id: 'dev-owner' });
  await service.app.kernel.ports.db
    .insertInto('identity_handle')
    .columns(['kind', 'handle', 'account'])
    .expression((from) =>
      from
        .selectFrom('account')
        .select((each) => [each.val('whatsapp').as('kind'), each.val('+12025550143').as('handle'), 'id'])
        .where('account_id', '=', 'owner'),
    )
    .execute();
  assert.equal(await codeOf({ email: 'owner@googlemail.com', ...google('other') }), 'account_exists');
  assert.equal(await codeOf({ provider: 'Google', provider_user_id: 'owner' }), 'account_exists');
  assert.equal(await codeOf({ whatsapp: '+1 202-555-0143', ...google('other') }), 'signup_refused');
  const { signals, claimed_by } = await newest();
  assert.deepEqual([signals, claimed_by], [['whatsapp_claimed'], ['owner']]);
  assert.equal(await codeOf({ device_id: ' dev-owner ' }), 'signup_refused');
  assert.equal(await codeOf({ ...google('owner'), device_id: 'dev-owner' }), 'account_exists');
  assert.equal(await codeOf({ email: 'owner@gmail.com' }), 'signup_refused');
});

for (const [words, email, allowed] of [
  ['a disposable domain', 'a@mailinator.com', false],
  ['a disposable domain below another', 'a@inbox.mailinator.com', false],
  ['an alias of SimpleLogin', 'a@aleeas.com', true],
  ['an alias of addy.io on a host of its own', 'shop@asha.anonaddy.com', true],
  ['a host below one', 'a@eu.mx.mailinator.com', false],
  ['a domain that ends like one', 'a@shop-of-mailinator.com', true],
  ["Apple's relay", 'a@privaterelay.appleid.com', true],
  ["Firefox's relay", 'a@mozmail.com', true],
  ["DuckDuckGo's relay", 'a@duck.com', true],
] as const) {
  test(`an email at ${words} is ${allowed ? 'allowed' : 'refused'}`, async () => {
    assert.equal(await codeOf({ email }), allowed ? null : 'signup_refused');
    assert.deepEqual((await newest()).signals, allowed ? [] : ['disposable_domain']);
  });
}

const locked: [type: string, subject: string, members: object, signal: string][] = [
  ['email', 'mallory@example.com', { email: 'Mallory@example.com' }, 'locked_email'],
  ['email', 'm.allory@gmail.com', { email: 'mallory+2@gmail.com' }, 'locked_email'],
  ['email_domain', 'locked.example', { email: 'a@locked.example' }, 'locked_email_domain'],
  ['provider_user', 'github:13', { provider: 'GitHub', provider_user_id: '13' }, 'locked_provider_user'],
  ['ip', '203.0.113.0/24', { ip: '203.0.113.77' }, 'locked_ip'],
  ['whatsapp', '+12025550199', { whatsapp: '0012025550199' }, 'locked_whatsapp'],
];
for (const [type, subject, members, signal] of locked) {
  test(`a person with the locked ${type} ${subject} is refused, and doesn’t learn why`, async () => {
    await lock(type, subject);
    assert.deepEqual(await vet(members), { allowed: false, code: 'signup_refused' });
    assert.deepEqual((await newest()).signals, [signal]);
  });
}

test('a locked account shows in the evidence of those who share a handle with it, and hides that it exists', async () => {
  await register('banned', { email: 'banned@example.com', ...google('banned') });
  await lock('account', 'banned');
  assert.equal(await codeOf(google('banned')), 'signup_refused');
  assert.deepEqual((await newest()).signals, ['locked_account', 'provider_user_claimed']);
});

test('the eleventh attempt of an address in an hour is refused, until the millisecond when the first is an hour old', async () => {
  const [ip, neighbour] = ['2001:db8:aaaa:1::1', '2001:db8:aaaa:1:ffff::9'];
  for (let attempt = 0; attempt < 10; attempt += 1) assert.equal(await codeOf({ ip }), null);
  assert.equal(await codeOf({ ip: neighbour, email: 'owner@gmail.com' }), 'try_again_later');
  assert.deepEqual((await newest()).signals, ['velocity', 'email_claimed']);
  assert.equal(await codeOf({ ip: '2001:db8:aaaa:2::1' }), null);
  clock.advance(hourMs - 1);
  assert.equal(await codeOf({ ip }), 'try_again_later');
  clock.advance(1);
  for (let attempt = 0; attempt < 10; attempt += 1) assert.equal(await codeOf({ ip }), null);
});

test('ten of fifty concurrent attempts over two processes are let through', async () => {
  await using other = await testService({ clock, database: service.database });
  const ip = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => vet({ ip }, at % 2 ? service : other)),
  );
  assert.equal(answers.filter(({ allowed }) => allowed).length, 10);
});

test('no one can sign up while sign-ups are closed', async () => {
  await change({ signups_open: false });
  assert.deepEqual(await vet({ email: 'not-yet@example.com', ...google('x') }), {
    allowed: false,
    code: 'signups_closed',
  });
  assert.equal(await codeOf({ email: 'owner@gmail.com', ...google('x') }), 'account_exists');
  await change({ signups_open: true });
  assert.equal(await codeOf({ email: 'opened@example.com' }), null);
});

test('an attempt is kept as it was understood', async () => {
  const at = clock.now().toISOString();
  await vet({
    email: 'As.ha+x@GMAIL.com',
    provider: 'Google',
    provider_user_id: '77',
    ip: '::ffff:198.51.100.7',
    user_agent: 'Mozilla/5.0',
    device_id: 'dev-1',
    whatsapp: '+1 (202) 555-0111',
  });
  const { id, ...attempt } = await newest();
  assert.ok(Number.isInteger(id));
  assert.deepEqual(attempt, {
    at,
    step: 'vet',
    allowed: true,
    code: null,
    signals: [],
    evidence: 'Nothing spoke against it.',
    let_in_until: null,
    claimed_by: [],
    account_id: null,
    email: 'as.ha+x@gmail.com',
    mailbox: 'asha@gmail.com',
    provider_user: 'google:77',
    whatsapp: '+12025550111',
    device: 'dev-1',
    ip: '198.51.100.7',
    user_agent: 'Mozilla/5.0',
  });
});

test('every fault is named at once', async () => {
  const members = {
    email: 'nobody',
    provider: 'google',
    ip: 'x',
    whatsapp: '1',
    user_agent: 7,
  };
  const { detail } = (await service.internal('POST', '/internal/identity/vet', members)).json();
  const named = detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc[1]} ${type}`);
  assert.deepEqual(
    named.sort(),
    [
      'email value_error',
      'ip value_error',
      'provider_user_id value_error',
      'user_agent string_type',
      'whatsapp value_error',
    ].sort(),
  );
});

for (const [members, named] of [
  [{ email: 'nobody' }, 'email'],
  [{ ip: '203.0.113.256' }, 'ip'],
  [{ ip: '203.0.113.7:443' }, 'ip'],
  [{ whatsapp: '2025550143' }, 'whatsapp'],
  [{ provider: 'google' }, 'provider_user_id'],
  [{ provider_user_id: '1' }, 'provider'],
  [{ provider: ':', provider_user_id: '1' }, 'provider'],
] as const) {
  test(`${JSON.stringify(members)} is 422 naming ${named}`, async () => {
    const response = await service.internal('POST', '/internal/identity/vet', members);
    assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', named]]);
  });
}

test('a provider with a colon is 422: its users would be locked as those of another', async () => {
  const body = { provider: 'google:a', provider_user_id: 'b' };
  for (const path of ['vet', 'register', 'locked']) {
    const named = path === 'register' ? { account_id: 'colon', ...body } : body;
    const response = await service.internal('POST', `/internal/identity/${path}`, named);
    assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', 'provider']], path);
  }
});

test('the device of a locked account is evidence by its name, and the person learns no more than others', async () => {
  await register('locked-owner', { email: 'locked-owner@example.com', device_id: 'dev-locked' });
  await lock('account', 'locked-owner');
  assert.equal(await codeOf({ email: 'fresh@example.com', device_id: 'dev-locked' }), 'signup_refused');
  assert.deepEqual((await newest()).signals, ['locked_device', 'device_claimed']);
});
