import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selfSignedLoopback } from '#test/support/outgoing/self-signed.ts';
import { openStandInDns } from '#test/support/outgoing/stand-in-dns.ts';
import {
  type Answer,
  ampleTime,
  html,
  openStandInSite,
  redirect,
} from '#test/support/outgoing/stand-in-site.ts';
import { openOutgoing } from '../index.ts';
import type { FetchRefusal, Page } from './page.ts';

const crawler = { product: 'Contactry', version: '2.0.0', contactUrl: 'https://contactry.example/' };

async function fetchFrom(
  routes: Record<string, Answer>,
): Promise<{ result: Page | FetchRefusal; paths: string[] }> {
  await using site = await openStandInSite(routes);
  const resolver = openStandInDns({ 'inside.example.com': { a: ['127.0.0.1'] } });
  const outgoing = openOutgoing({
    crawler,
    resolver,
    allowedOrigins: [site.origin],
    limits: { ...ampleTime, spacingMs: 0 },
  });
  const result = await outgoing.fetchPage(`${site.origin}/`);
  await outgoing.close();
  return { result, paths: site.paths };
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} is followed, and the page has its final URL`, async () => {
    const { result } = await fetchFrom({ '/': redirect('/next?a=b#part', status), '/next': html('hello') });

    assert.ok(result.ok);
    assert.match(result.url, /\/next\?a=b$/);
    assert.equal(result.redirects.length, 1);
  });
}

test('three redirects are followed, a fourth is not', async () => {
  const chain = (length: number): Record<string, Answer> => ({
    ...Object.fromEntries(Array.from({ length }, (_, at) => [at ? `/${at}` : '/', redirect(`/${at + 1}`)])),
    [`/${length}`]: html('hello'),
  });

  assert.equal((await fetchFrom(chain(3))).result.ok, true);
  const { result, paths } = await fetchFrom(chain(4));
  assert.equal(!result.ok && result.reason, 'too_many_redirects');
  assert.deepEqual(paths, ['/robots.txt', '/', '/1', '/2', '/3']);
});

test('a redirect to itself ends after the fourth request', async () => {
  const { result, paths } = await fetchFrom({ '/': redirect('/') });
  assert.equal(!result.ok && result.reason, 'too_many_redirects');
  assert.equal(paths.length, 5);
});

const refusedTargets: [string, string, string][] = [
  ['http://127.0.0.1/', 'url_refused', 'address_not_public'],
  ['http://169.254.169.254/latest/meta-data/', 'url_refused', 'address_not_public'],
  ['http://0x7f.1/', 'url_refused', 'address_not_public'],
  ['//[::ffff:10.0.0.1]/', 'url_refused', 'address_not_public'],
  ['http://localhost/', 'url_refused', 'special_name'],
  ['http://example.com:22/', 'url_refused', 'port'],
  ['http://anna@example.com/', 'url_refused', 'credentials'],
  ['https://www.linkedin.com/in/anna', 'url_refused', 'never_fetched'],
  ['file:///etc/hosts', 'url_refused', 'scheme'],
  ['http://[not an address/', 'url_refused', 'unparsable'],
];

for (const [location, reason, urlRefusal] of refusedTargets) {
  test(`a redirect to ${location} is refused as ${urlRefusal}`, async () => {
    const { result } = await fetchFrom({ '/': redirect(location) });
    assert.ok(!result.ok);
    assert.deepEqual([result.reason, result.urlRefusal], [reason, urlRefusal]);
  });
}

test('a redirect to a name with a private address is refused, even for its robots.txt', async () => {
  const { result } = await fetchFrom({ '/': redirect('http://inside.example.com/') });
  assert.equal(!result.ok && result.reason, 'address_refused');
});

test('a redirect without a target is not a page', async () => {
  const { result } = await fetchFrom({ '/': (_request, response) => response.writeHead(302).end() });
  assert.equal(!result.ok && result.reason, 'http_status');
});

test('a redirect from https to http is refused, from http to https it is followed', async () => {
  const tls = selfSignedLoopback();
  await using plain = await openStandInSite({
    '/': html('plain'),
    '/up': (request, response) => redirect(`${secure.origin}/page`)(request, response),
  });
  await using secure = await openStandInSite(
    { '/': redirect(`${plain.origin}/`), '/page': html('secure') },
    tls,
  );
  const outgoing = openOutgoing({
    crawler,
    allowedOrigins: [plain.origin, secure.origin],
    trustedCa: tls.cert,
    limits: { ...ampleTime, spacingMs: 0 },
  });

  const down = await outgoing.fetchPage(`${secure.origin}/`);
  const up = await outgoing.fetchPage(`${plain.origin}/up`);
  await outgoing.close();
  assert.equal(!down.ok && down.reason, 'downgrade');
  assert.equal(up.ok && up.text, 'secure');
});
