import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manualClock } from '#test/support/clock.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { secretMatches } from './gate.ts';

const clock = manualClock();
let service: TestService;
before(async () => {
  service = await testService({ clock });
});
after(() => service[Symbol.asyncDispose]());

const balance = '/internal/billing/balance/nobody';
const imports = '/api/v1/admin/directory/imports';

const send = (path: string, secret: string | null, remoteAddress: string) => {
  const name = path.startsWith('/internal') ? 'x-internal-secret' : 'x-admin-secret';
  return service.request('GET', path, { remoteAddress, headers: secret === null ? {} : { [name]: secret } });
};
const guess = async (path: string, from: string, secret: string | null = 'a guess') =>
  (await send(path, secret, from)).json().code;
const useUp = async (path: string, addressOf: (at: number) => string) => {
  for (let at = 1; at <= 60; at += 1) assert.equal(await guess(path, addressOf(at)), 'invalid_secret');
};

test('the 61st wrong secret in a minute from one address is a 429 that closes the connection', async () => {
  const from = '203.0.113.1';
  await useUp(imports, () => from);
  const response = await send(imports, 'another guess', from);
  assert.equal(response.statusCode, 429);
  const { code, detail, limit, retry_after } = response.json();
  assert.deepEqual([code, limit, retry_after], ['rate_limited', 60, 60]);
  assert.match(detail, /^This address sent more than 60 wrong secrets/);
  assert.doesNotMatch(detail, /key/);
  const { connection, 'retry-after': retryAfter, ratelimit } = response.headers;
  assert.deepEqual([connection, retryAfter, ratelimit], ['close', '60', '"address";r=0;t=60']);
  clock.advance(60_000);
  assert.equal(await guess(imports, from), 'invalid_secret');
});

test('guesses of the admin, internal and metrics secrets share one count', async () => {
  const from = '203.0.113.2';
  await useUp(balance, () => from);
  for (const path of [balance, imports, '/metrics']) assert.equal(await guess(path, from), 'rate_limited');
});

test('the right secret is accepted from an address that used up its guesses', async () => {
  const from = '203.0.113.3';
  await useUp(imports, () => from);
  assert.equal((await send(imports, testSecrets.admin_secret, from)).statusCode, 200);
  assert.equal((await send(balance, testSecrets.internal_secret, from)).json().code, 'not_found');
  assert.equal((await send('/metrics', testSecrets.admin_secret, from)).statusCode, 200);
});

test('wrong secrets from one IPv6 /64 are counted together, and a neighbour’s are not', async () => {
  await useUp(imports, (at) => `2001:db8:1:2::${at.toString(16)}`);
  assert.equal(await guess(imports, '2001:db8:1:2:ffff::1'), 'rate_limited');
  assert.equal(await guess(imports, '2001:db8:1:3::1'), 'invalid_secret');
});

test('a missing secret does not count as a guess', async () => {
  const from = '203.0.113.4';
  for (let at = 1; at <= 70; at += 1) assert.equal(await guess(imports, from, null), 'invalid_secret');
});

test('the limit on unknown keys mentions keys', async () => {
  const ask = () =>
    service.request('GET', '/api/v1/key/info', {
      remoteAddress: '203.0.113.5',
      headers: { authorization: 'Bearer junk' },
    });
  for (let at = 1; at <= 60; at += 1) assert.equal((await ask()).statusCode, 401);
  const response = await ask();
  assert.match(response.json().detail, /^This address sent more than 60 unknown keys/);
  assert.equal(response.headers.connection, 'close');
});

test('during a change the new and the previous secret are accepted, and nothing else', () => {
  const accepted = 'the-new-secret-of-all, the-previous-secret';
  const given = [
    'the-new-secret-of-all',
    'the-previous-secret',
    accepted,
    'the-new-secret',
    '',
    ',',
    undefined,
  ];
  assert.deepEqual(
    given.map((secret) => secretMatches(secret, accepted)),
    [true, true, false, false, false, false, false],
  );
  assert.equal(secretMatches('', ''), false);
  assert.equal(secretMatches(',', ','), false);
});
