import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
  type Answer,
  ampleTime,
  html,
  openStandInSite,
  silent,
} from '#test/support/outgoing/stand-in-site.ts';
import { openGuardedAgent } from '../addresses/guarded-agent.ts';
import { openOutgoing } from '../index.ts';
import { systemTiming } from '../timing.ts';
import { openFetchPage } from './fetch-page.ts';
import { type FetchLimits, type FetchRefusal, fetchLimits, type Page, type PageOptions } from './page.ts';
import { openPerHost } from './per-host.ts';

const crawler = {
  product: 'Contactry',
  version: '2.0.0',
  contactUrl: 'https://contactry.example/about-our-requests',
};
const megabyte = 1024 * 1024;

interface Fetched {
  result: Page | FetchRefusal;
  paths: string[];
  headers: Record<string, unknown>;
}

/** Fetches `/` of a stand-in with the given response, without spacing. */
async function fetchFrom(
  answer: Answer,
  limits: Partial<FetchLimits> = {},
  ask: PageOptions = {},
): Promise<Fetched> {
  await using site = await openStandInSite({ '/': answer });
  const outgoing = openOutgoing({
    crawler,
    allowedOrigins: [site.origin],
    limits: { ...ampleTime, spacingMs: 0, ...limits },
  });
  try {
    const result = await outgoing.fetchPage(`${site.origin}/`, ask);
    return { result, paths: site.paths, headers: site.requests.at(-1)?.headers ?? {} };
  } finally {
    await outgoing.close();
  }
}

const reasonOf = async (
  answer: Answer,
  limits?: Partial<FetchLimits>,
  ask?: PageOptions,
): Promise<string> => {
  const { result } = await fetchFrom(answer, limits, ask);
  return result.ok ? 'ok' : result.reason;
};

test('a page has its text, type, validators and the time it was fetched', async () => {
  const before = new Date();
  const { result, paths } = await fetchFrom(
    html('<p>Grüße</p>', { etag: '"1"', 'last-modified': 'Sun, 01 Mar 2026 00:00:00 GMT' }),
  );

  assert.ok(result.ok);
  assert.equal(result.text, '<p>Grüße</p>');
  assert.equal(result.contentType, 'text/html');
  assert.equal(result.status, 200);
  assert.equal(result.etag, '"1"');
  assert.equal(result.lastModified, 'Sun, 01 Mar 2026 00:00:00 GMT');
  assert.deepEqual(result.redirects, []);
  assert.ok(result.fetchedAt >= before && result.fetchedAt <= new Date());
  assert.deepEqual(paths, ['/robots.txt', '/']);
});

test('a request identifies us and carries neither cookies nor credentials', async () => {
  const { headers } = await fetchFrom(html('hello', { 'set-cookie': 'a=b' }));

  assert.equal(headers['user-agent'], 'Contactry/2.0.0 (+https://contactry.example/about-our-requests)');
  assert.equal(headers.cookie, undefined);
  assert.equal(headers.authorization, undefined);
  assert.equal(headers.referer, undefined);
});

test('cookies from one page are not sent with the next', async () => {
  await using site = await openStandInSite({ '/': html('hello', { 'set-cookie': 'a=b; Path=/' }) });
  const outgoing = openOutgoing({
    crawler,
    allowedOrigins: [site.origin],
    limits: { ...ampleTime, spacingMs: 0 },
  });

  await outgoing.fetchPage(site.origin);
  await outgoing.fetchPage(site.origin);
  await outgoing.close();
  assert.equal(site.requests.length, 3);
  assert.ok(site.requests.every((request) => request.headers.cookie === undefined));
});

for (const [coding, pack] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const) {
  test(`a page compressed with ${coding} is decompressed`, async () => {
    const { result } = await fetchFrom((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': coding })
        .end(pack('hello'));
    });
    assert.equal(result.ok && result.text, 'hello');
  });
}

test('a page of exactly the limit is read, one byte more is too large', async () => {
  assert.equal(await reasonOf(html('a'.repeat(megabyte))), 'ok');
  assert.equal(await reasonOf(html('a'.repeat(megabyte + 1))), 'too_large');
});

test('a gzip bomb is abandoned at the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * megabyte));
  const reason = await reasonOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb);
  });
  assert.equal(reason, 'too_large');
});

test('an endless page is abandoned at the limit', async () => {
  const reason = await reasonOf((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  });
  assert.equal(reason, 'too_large');
});

test('an unknown or broken encoding is undecodable', async () => {
  const packed = (coding: string): Answer => {
    return (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': coding })
        .end('not packed at all');
    };
  };
  assert.equal(await reasonOf(packed('zstd')), 'undecodable');
  assert.equal(await reasonOf(packed('gzip, gzip')), 'undecodable');
  assert.equal(await reasonOf(packed('gzip')), 'undecodable');
  assert.equal(await reasonOf(packed('br')), 'undecodable');
});

for (const type of [
  'image/png',
  'application/pdf',
  'application/octet-stream',
  'text/csv',
  'multipart/mixed',
  '',
]) {
  test(`the type "${type}" is refused without reading the body`, async () => {
    const reason = await reasonOf((_request, response) => {
      response.writeHead(200, type ? { 'content-type': type } : {});
      response.write('first bytes of something that never ends');
    });
    assert.equal(reason, 'wrong_type');
  });
}

for (const type of [
  'TEXT/HTML;charset=utf-8',
  'application/xhtml+xml',
  'application/json',
  'application/ld+json',
  'text/xml',
  'application/atom+xml',
  'text/plain',
]) {
  test(`the type "${type}" is read`, async () => {
    assert.equal(await reasonOf(html('{}', { 'content-type': type })), 'ok');
  });
}

/** Why a page fails, with limits long enough for its robots.txt. */
async function reasonInHaste(answer: Answer, limits: Partial<FetchLimits>): Promise<string> {
  await using site = await openStandInSite({ '/': answer });
  const allowedOrigins = [site.origin];
  const dispatcher = openGuardedAgent({ allowedOrigins });
  const fetchPage = openFetchPage({
    dispatcher,
    perHost: openPerHost(systemTiming, 0),
    robots: { ask: async () => ({ verdict: 'allowed', crawlDelayMs: 0 }) },
    timing: systemTiming,
    limits: { ...fetchLimits, ...ampleTime, ...limits },
    allowedOrigins,
    product: crawler.product,
    userAgent: crawler.product,
  });
  const result = await fetchPage(site.origin);
  await dispatcher.destroy();
  return result.ok ? 'ok' : result.reason;
}

test('a site that never responds is a timeout', async () => {
  assert.equal(await reasonInHaste(silent, { totalMs: 60 }), 'timeout');
  assert.equal(await reasonInHaste(silent, { headersMs: 60 }), 'timeout');
});

test('a page that trickles in is a timeout once the total time is over', async () => {
  const reason = await reasonInHaste(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    },
    { totalMs: 80 },
  );
  assert.equal(reason, 'timeout');
});

test("the caller's deadline is a timeout, the caller's abort is not", async () => {
  const deadlineAt = new Date(Date.now() + 60);
  assert.equal(await reasonOf(silent, {}, { deadlineAt }), 'timeout');
  assert.equal(await reasonOf(silent, {}, { signal: AbortSignal.timeout(60) }), 'aborted');
  assert.equal(await reasonOf(silent, {}, { signal: AbortSignal.abort() }), 'aborted');
});

test('a broken connection is a return value, not an exception', async () => {
  assert.equal(await reasonOf((_request, response) => response.destroy()), 'network');
  const cut: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
    response.write('half of');
    setImmediate(() => response.destroy());
  };
  assert.equal(await reasonOf(cut), 'network');
});

test('a link that may not be followed is refused with its reason and without a request', async () => {
  await using site = await openStandInSite({ '/': html('hello') });
  const outgoing = openOutgoing({ crawler });
  const result = await outgoing.fetchPage(`${site.origin}/`);
  await outgoing.close();

  assert.equal(!result.ok && result.reason, 'url_refused');
  assert.equal(!result.ok && result.urlRefusal, 'port');
  assert.deepEqual(site.paths, []);
});

for (const status of [400, 403, 404, 410, 500]) {
  test(`status ${status} is not a page`, async () => {
    const { result } = await fetchFrom((_request, response) => response.writeHead(status).end('no'));
    assert.ok(!result.ok);
    assert.equal(result.reason, 'http_status');
    assert.equal(result.status, status);
  });
}

test('noindex is read from the header and from the page', async () => {
  const noted = async (answer: Answer) => {
    const { result } = await fetchFrom(answer);
    return result.ok && result.noindex;
  };
  assert.equal(await noted(html('hello')), false);
  assert.equal(await noted(html('hello', { 'x-robots-tag': 'noindex' })), true);
  assert.equal(await noted(html('<meta name="robots" content="noindex">')), true);
});

test('a known copy makes the request conditional, and a 304 confirms it', async () => {
  await using site = await openStandInSite({
    '/': (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"7"';
      response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag: '"7"' }).end();
    },
  });
  const outgoing = openOutgoing({
    crawler,
    allowedOrigins: [site.origin],
    limits: { ...ampleTime, spacingMs: 0 },
  });
  const url = `${site.origin}/`;

  const fresh = await outgoing.fetchPage(url, { known: { url, etag: '"7"' } });
  const other = await outgoing.fetchPage(url, { known: { url: `${url}other`, etag: '"7"' } });
  await outgoing.close();
  assert.equal(fresh.ok && fresh.notModified, true);
  assert.equal(other.ok && other.notModified, false);
});

test('a 304 to an unconditional request is not a page', async () => {
  const { result } = await fetchFrom((_request, response) => response.writeHead(304).end());
  assert.equal(!result.ok && result.status, 304);
});
