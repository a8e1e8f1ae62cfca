import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { type AddressInfo, connect, createServer, type LookupFunction } from 'node:net';
import { test } from 'node:test';
import { selfSignedLoopback } from '#test/support/outgoing/self-signed.ts';
import { openStandInDns, type Zone } from '#test/support/outgoing/stand-in-dns.ts';
import { html, openStandInSite } from '#test/support/outgoing/stand-in-site.ts';
import { type GuardOptions, openGuardedAgent } from './guarded-agent.ts';

const publicA = '93.184.215.14';
const publicB = '2606:4700::1111';

/** The status of a request to the URL, or the code it fails with. */
async function outcome(url: string, options: GuardOptions): Promise<string | number> {
  const agent = openGuardedAgent({ resolver: openStandInDns({}), ...options });
  const { origin, pathname: path } = new URL(url);
  try {
    const { statusCode, body } = await agent.request({ origin, path, method: 'GET' });
    await body.dump();
    return statusCode;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await agent.destroy();
  }
}

/** A network on which every address leads to one local port, like that of a lying router. */
const everythingLeadsTo =
  (origin: string): GuardOptions['openSocket'] =>
  () =>
  (_target, callback) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => callback(null, socket));
  };

/** A network that connects nowhere and records the addresses it gets. */
function noting(dialled: string[][]): GuardOptions['openSocket'] {
  return (pinned: LookupFunction) => (target, callback) => {
    pinned(target.hostname, { all: true }, (_error, answers) => {
      dialled.push((answers as LookupAddress[]).map((answer) => answer.address));
      callback(Object.assign(new Error('no network'), { code: 'ENETUNREACH' }), null);
    });
  };
}

for (const url of [
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://[::1]/',
  'https://10.0.0.1/',
  'http://0x7f.1/',
]) {
  test(`the literal ${url} is refused without dialing it`, async () => {
    const dialled: string[][] = [];
    assert.equal(await outcome(url, { openSocket: noting(dialled) }), 'address_refused');
    assert.deepEqual(dialled, []);
  });
}

const refusedZones: [string, Zone][] = [
  ['a loopback address', { a: ['127.0.0.1'] }],
  ['a private address among public ones', { a: [publicA, '10.0.0.5'] }],
  ['a private IPv6 address beside a public IPv4 one', { a: [publicA], aaaa: ['fd00::1'] }],
  ['an IPv4-mapped IPv6 address', { aaaa: ['::ffff:169.254.169.254'] }],
];

for (const [what, zone] of refusedZones) {
  test(`a name with ${what} is refused without dialing it`, async () => {
    const dialled: string[][] = [];
    const resolver = openStandInDns({ 'site.example.com': zone });
    const options = { resolver, openSocket: noting(dialled) };

    assert.equal(await outcome('http://site.example.com/', options), 'address_refused');
    assert.deepEqual(dialled, []);
  });
}

test('all public addresses of a name are dialed, in both families', async () => {
  const dialled: string[][] = [];
  const resolver = openStandInDns({ 'site.example.com': { a: [publicA], aaaa: [publicB] } });

  assert.equal(
    await outcome('http://site.example.com/', { resolver, openSocket: noting(dialled) }),
    'ENETUNREACH',
  );
  assert.deepEqual(dialled, [[publicA, publicB]]);
});

test('a name is resolved once per connection, so a second answer cannot replace the checked one', async () => {
  const dialled: string[][] = [];
  const resolver = openStandInDns({ 'site.example.com': { a: [publicA] } });
  const openSocket: GuardOptions['openSocket'] = (pinned, timeoutMs) => {
    resolver.zones['site.example.com'] = { a: ['127.0.0.1'] };
    return noting(dialled)!(pinned, timeoutMs);
  };

  assert.equal(await outcome('http://site.example.com/', { resolver, openSocket }), 'ENETUNREACH');
  assert.deepEqual(dialled, [[publicA]]);
  assert.equal(await outcome('http://site.example.com/', { resolver, openSocket }), 'address_refused');
  assert.deepEqual(dialled, [[publicA]]);
});

for (const scheme of ['http', 'https']) {
  test(`${scheme}: a socket that ends up on a private address is closed before a byte is sent`, async () => {
    let bytes = 0;
    const server = createServer((socket) => {
      socket
        .on('error', () => {})
        .on('data', (chunk) => {
          bytes += chunk.length;
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const resolver = openStandInDns({ 'site.example.com': { a: [publicA] } });
    const openSocket = everythingLeadsTo(`http://127.0.0.1:${port}`);

    assert.equal(await outcome(`${scheme}://site.example.com/`, { resolver, openSocket }), 'address_refused');
    await new Promise((resolve) => server.close(resolve));
    assert.equal(bytes, 0);
  });
}

test('ports other than 80 and 443 are refused', async () => {
  const resolver = openStandInDns({ 'site.example.com': { a: [publicA] } });
  assert.equal(await outcome('http://site.example.com:6379/', { resolver }), 'address_refused');
  assert.equal(await outcome('http://93.184.215.14:22/', { resolver }), 'address_refused');
});

test('a name without addresses fails with the error of the resolver', async () => {
  assert.equal(await outcome('http://missing.example.com/', {}), 'ENOTFOUND');
});

test('a silent name server counts as a connection timeout', async () => {
  const never = () => new Promise<never>(() => {});
  const resolver = { resolve4: never, resolve6: never, resolveMx: never };
  const code = await outcome('http://site.example.com/', { resolver, connectMs: 20 });
  assert.equal(code, 'UND_ERR_CONNECT_TIMEOUT');
});

test('an allowed loopback origin can be reached, another port cannot', async () => {
  await using site = await openStandInSite({ '/': html('hello') });
  await using other = await openStandInSite({ '/': html('secret') });
  const options = { allowedOrigins: [site.origin] };

  assert.equal(await outcome(site.origin, options), 200);
  assert.equal(await outcome(other.origin, options), 'address_refused');
  assert.deepEqual(other.paths, []);
});

test('only loopback origins can be allowed', () => {
  for (const origin of [
    'http://10.0.0.1',
    'https://example.com',
    'http://localhost:80',
    'http://127.0.0.1:80/path',
  ]) {
    assert.throws(() => openGuardedAgent({ allowedOrigins: [origin] }), TypeError);
  }
});

test('https runs TLS over the checked socket and verifies the certificate', async () => {
  const tls = selfSignedLoopback();
  await using site = await openStandInSite({ '/': html('hello') }, tls);
  const options = { allowedOrigins: [site.origin] };

  assert.equal(await outcome(site.origin, { ...options, trustedCa: tls.cert }), 200);
  assert.equal(await outcome(site.origin, options), 'DEPTH_ZERO_SELF_SIGNED_CERT');
});

test('the pinned lookup returns the form and family Node asks for', async () => {
  const forms: unknown[] = [];
  const resolver = openStandInDns({ 'site.example.com': { a: [publicA], aaaa: [publicB] } });
  const openSocket: GuardOptions['openSocket'] = (pinned) => (target, callback) => {
    for (const family of [0, 4, 6])
      pinned(target.hostname, { family }, (_error, address) => forms.push(address));
    pinned(target.hostname, { family: 6, all: true }, (_error, answers) => forms.push(answers));
    callback(new Error('done'), null);
  };

  await outcome('http://site.example.com/', { resolver, openSocket });
  assert.deepEqual(forms, [publicA, publicA, publicB, [{ address: publicB, family: 6 }]]);
});
