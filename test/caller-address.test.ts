import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newKey } from '#domains/keys/keyring/key-text.ts';
import { manualClock } from './support/clock.ts';
import { type TestDatabase, testDatabase } from './support/database.ts';
import { listeningLog } from './support/embedded.ts';
import { givenKey } from './support/kit.ts';
import { type TestService, testService } from './support/service.ts';

/** One service behind known proxies, and one without a proxy. */
let database: TestDatabase;
let behind: TestService;
let inTheOpen: TestService;
let restricted: string;

before(async () => {
  database = await testDatabase();
  const clock = manualClock();
  behind = await testService({
    database,
    clock,
    environment: { TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8:ffff::/48' },
  });
  inTheOpen = await testService({ database, clock });
  const allowed_ips = ['203.0.113.7/32', '2001:db8:1:2::/64'];
  restricted = (await givenKey(database.db, { allowed_ips, rate_limit_per_min: 10_000 })).text;
});
after(async () => {
  await behind[Symbol.asyncDispose]();
  await inTheOpen[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

interface Caller {
  /** The other end of the socket. */
  peer: string;
  forwardedFor?: string;
  others?: Record<string, string>;
}

async function codeFor(service: TestService, key: string, { peer, forwardedFor, others }: Caller) {
  const response = await service.request('GET', '/api/v1/key/info', {
    remoteAddress: peer,
    headers: {
      authorization: `Bearer ${key}`,
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
      ...others,
    },
  });
  return response.statusCode === 200 ? 'admitted' : response.json().code;
}

const allowed = '203.0.113.7';
const elsewhere = '198.51.100.9';
const proxy = '10.0.0.1';

const callers: [words: string, caller: Caller, admitted: boolean][] = [
  ['an allowed address itself', { peer: allowed }, true],
  ['another address itself', { peer: elsewhere }, false],
  [
    'another address that says it forwards for an allowed one',
    { peer: elsewhere, forwardedFor: allowed },
    false,
  ],
  ['an allowed address that says it forwards for another', { peer: allowed, forwardedFor: elsewhere }, true],
  ['a proxy for an allowed address', { peer: proxy, forwardedFor: allowed }, true],
  ['a proxy over IPv4-mapped IPv6', { peer: `::ffff:${proxy}`, forwardedFor: allowed }, true],
  ['a proxy over IPv6', { peer: '2001:db8:ffff::1', forwardedFor: allowed }, true],
  ['a proxy for an IPv6 address of an allowed /64', { peer: proxy, forwardedFor: '2001:db8:1:2:9::9' }, true],
  ['a proxy for an IPv6 address of the next /64', { peer: proxy, forwardedFor: '2001:db8:1:3::9' }, false],
  [
    'a proxy for another that claims an allowed one',
    { peer: proxy, forwardedFor: `${allowed}, ${elsewhere}` },
    false,
  ],
  [
    'two proxies for an allowed address that claims another',
    { peer: proxy, forwardedFor: `${elsewhere}, ${allowed}, 10.1.2.3` },
    true,
  ],
  [
    'a stranger between two proxies',
    { peer: proxy, forwardedFor: `${allowed}, ${elsewhere}, 10.1.2.3` },
    false,
  ],
  ['a proxy that names no address', { peer: proxy }, false],
  ['a proxy that names only proxies', { peer: proxy, forwardedFor: '10.9.9.9' }, false],
  ['a proxy for what is no address', { peer: proxy, forwardedFor: `${allowed}, unknown` }, false],
  ['a proxy that adds the port', { peer: proxy, forwardedFor: `${allowed}:4711` }, true],
  ['a proxy that puts IPv6 in brackets', { peer: proxy, forwardedFor: '[2001:db8:1:2::9]' }, true],
  [
    'a proxy that writes IPv6 with its port',
    { peer: proxy, forwardedFor: `${elsewhere}, [2001:db8:1:2::9]:443` },
    true,
  ],
  [
    'a second proxy that is named with its port',
    { peer: proxy, forwardedFor: `${elsewhere}:1, ${allowed}:4711, 10.1.2.3:80` },
    true,
  ],
  [
    'a proxy with another header',
    { peer: proxy, others: { 'x-real-ip': allowed, forwarded: `for=${allowed}` } },
    false,
  ],
];
for (const [words, caller, admitted] of callers) {
  test(`${words} is ${admitted ? 'admitted' : 'refused'} by allowed_ips`, async () => {
    assert.equal(await codeFor(behind, restricted, caller), admitted ? 'admitted' : 'ip_not_allowed');
  });
}

test('without trusted proxies only the other end of the socket counts', async () => {
  const asked = (caller: Caller) => codeFor(inTheOpen, restricted, caller);
  assert.equal(await asked({ peer: proxy, forwardedFor: allowed }), 'ip_not_allowed');
  assert.equal(await asked({ peer: elsewhere, forwardedFor: allowed }), 'ip_not_allowed');
  assert.equal(await asked({ peer: allowed, forwardedFor: elsewhere }), 'admitted');
});

const guess = (service: TestService, caller: Caller) => codeFor(service, newKey('live').text, caller);

/** As many guesses as an address has in a minute; the next one is refused as too many. */
async function useUpGuesses(service: TestService, callerOf: (at: number) => Caller): Promise<void> {
  for (let at = 1; at <= 60; at += 1) assert.equal(await guess(service, callerOf(at)), 'invalid_key');
}

test('a guesser in the open gains nothing by claiming other addresses', async () => {
  await useUpGuesses(inTheOpen, (at) => ({ peer: '192.0.2.1', forwardedFor: `203.0.113.${at}` }));
  assert.equal(await guess(inTheOpen, { peer: '192.0.2.1', forwardedFor: '203.0.113.200' }), 'rate_limited');
});

test('a guesser behind a proxy gains nothing by claiming other addresses, and costs its neighbours nothing', async () => {
  const caller = (claimed: string): Caller => ({ peer: proxy, forwardedFor: `${claimed}, 192.0.2.2` });
  await useUpGuesses(behind, (at) => caller(`203.0.113.${at}`));
  assert.equal(await guess(behind, caller('203.0.113.200')), 'rate_limited');
  assert.equal(await guess(behind, { peer: proxy, forwardedFor: '192.0.2.3' }), 'invalid_key');
});

test('a guesser with a whole IPv6 /64 is one guesser, and the next /64 another', async () => {
  await useUpGuesses(behind, (at) => ({ peer: proxy, forwardedFor: `2001:db8:5:6::${at.toString(16)}` }));
  assert.equal(await guess(behind, { peer: proxy, forwardedFor: '2001:db8:5:6:ffff::1' }), 'rate_limited');
  assert.equal(await guess(behind, { peer: proxy, forwardedFor: '2001:db8:5:7::1' }), 'invalid_key');
});

test('a lock is on the address of the caller, not of the proxy or of whom the caller claims to be', async () => {
  const { text } = await givenKey(database.db);
  await behind.admin('POST', '/api/v1/admin/locks', { subject_type: 'ip', subject: '198.51.100.0/25' });
  const asked = (caller: Caller) => codeFor(behind, text, caller);
  assert.equal(await asked({ peer: proxy, forwardedFor: '198.51.100.77' }), 'account_locked');
  assert.equal(await asked({ peer: '198.51.100.77', forwardedFor: allowed }), 'account_locked');
  assert.equal(await asked({ peer: proxy, forwardedFor: `198.51.100.77, ${allowed}` }), 'admitted');
});

for (const [peer, written, address] of [
  [proxy, '192.0.2.9:4711', '192.0.2.9'],
  [proxy, '[::ffff:192.0.2.10]', '192.0.2.10'],
  [proxy, '[2001:db8:77::1]:443', '2001:db8:77::1'],
  ['10.8.8.1', 'unknown', '10.8.8.1'],
  ['10.8.8.2', '[192.0.2.11', '10.8.8.2'],
] as const) {
  test(`a lock on ${address} holds when its proxy forwards for '${written}'`, async () => {
    const { text } = await givenKey(database.db);
    const asked = () => codeFor(behind, text, { peer, forwardedFor: written });
    assert.equal(await asked(), 'admitted');
    await behind.admin('POST', '/api/v1/admin/locks', { subject_type: 'ip', subject: address });
    assert.equal(await asked(), 'account_locked');
  });
}

/** The warnings of a service that got these requests, all through the same proxy. */
async function warningsAfter(headers: Record<string, string>[], trustedProxies = ''): Promise<string[]> {
  const { log, messages } = listeningLog();
  await using service = await testService({
    database,
    log,
    environment: { TRUSTED_PROXIES: trustedProxies },
  });
  for (const each of headers)
    await service.request('GET', '/api/v1/health', { remoteAddress: proxy, headers: each });
  return messages.filter((message) => message.includes('TRUSTED_PROXIES'));
}

test('an untrusted proxy is reported once, with what to set', async () => {
  const [warning, ...others] = await warningsAfter([
    {},
    { 'x-forwarded-for': allowed },
    { 'x-forwarded-for': elsewhere },
    { forwarded: `for=${allowed}` },
  ]);
  assert.match(
    warning!,
    /all callers behind it count as 10\.0\.0\.1: allowed_ips.*\/metrics.*Set TRUSTED_PROXIES=10\.0\.0\.1/,
  );
  assert.deepEqual(others, []);
});

test('a service without a proxy, or behind a known one, logs no warning', async () => {
  assert.deepEqual(await warningsAfter([{}, {}]), []);
  assert.deepEqual(await warningsAfter([{ 'x-forwarded-for': allowed }], '192.0.2.1'), []);
});
