import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { openManualTiming } from '#test/support/outgoing/manual-timing.ts';
import {
  type Answer,
  json,
  openStandInSite,
  redirect,
  type StandInSite,
  silent,
} from '#test/support/outgoing/stand-in-site.ts';
import { systemTiming, type Timing } from '../timing.ts';
import { isFailure, type VendorFailure, type VendorResult } from './vendor-answer.ts';
import { openVendorClient, type VendorClient, type VendorOptions } from './vendor-client.ts';

interface World extends AsyncDisposable {
  site: StandInSite;
  client: VendorClient;
}

async function open(
  routes: Record<string, Answer>,
  options: Partial<VendorOptions> = {},
  timing: Timing = systemTiming,
): Promise<World> {
  const site = await openStandInSite(routes);
  const dispatcher = new Agent({ allowH2: false });
  const place = { dispatcher, timing, userAgent: 'Contactry/2.0.0' };
  const client = openVendorClient({ name: 'stand-in', baseUrl: site.origin, ...options }, place);
  return {
    site,
    client,
    async [Symbol.asyncDispose]() {
      client.close();
      await dispatcher.destroy();
      await site[Symbol.asyncDispose]();
    },
  };
}

function failed(result: VendorResult): VendorFailure {
  assert.ok(isFailure(result), `status ${isFailure(result) || result.status}`);
  return result;
}

test('a response has its status, headers, and the parsed and raw body', async () => {
  await using world = await open({ '/v1/users/anna': json({ login: 'anna' }, 200, { etag: '"1"' }) });
  const result = await world.client.request({ path: '/v1/users/anna' });

  assert.ok(!isFailure(result));
  assert.equal(result.status, 200);
  assert.equal(result.headers.etag, '"1"');
  assert.deepEqual(result.json, { login: 'anna' });
  assert.equal(result.text, '{"login":"anna"}');
});

test('a request carries the credential, the query and a JSON body, below the base path', async () => {
  let body = '';
  await using world = await open({
    '/api/match': (request, response) => {
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => json({})(request, response));
    },
  });
  await using below = await open(
    {},
    { baseUrl: `${world.site.origin}/api/`, headers: { 'X-Api-Key': 'word' } },
  );
  const query = { page: 2, tag: ['a', 'b c'], missing: undefined };
  await below.client.request({ method: 'POST', path: '/match', query, body: { url: 'https://example.com' } });

  const [request] = world.site.requests;
  assert.equal(request?.url, '/api/match?page=2&tag=a&tag=b+c');
  assert.equal(request?.headers['x-api-key'], 'word');
  assert.equal(request?.headers['content-type'], 'application/json');
  assert.equal(request?.headers['user-agent'], 'Contactry/2.0.0');
  assert.equal(body, '{"url":"https://example.com"}');
});

test('validators are sent, and a 304 has no body even if it names an encoding', async () => {
  await using world = await open({
    '/': (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"1"';
      response.writeHead(isKnown ? 304 : 200, { 'content-encoding': 'gzip' }).end();
    },
  });
  const result = await world.client.request({ path: '/', headers: { 'if-none-match': '"1"' } });
  assert.equal(!isFailure(result) && result.status, 304);
});

test('a compressed response is decompressed', async () => {
  await using world = await open({
    '/': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"a":1}'));
    },
  });
  const result = await world.client.request({ path: '/' });
  assert.deepEqual(!isFailure(result) && result.json, { a: 1 });
});

test('text that is not JSON is a response, unless it claims to be a JSON success', async () => {
  const say = (status: number, type: string): Answer => {
    return (_request, response) => response.writeHead(status, { 'content-type': type }).end('no such luck');
  };
  await using world = await open({
    '/plain': say(401, 'text/plain'),
    '/refused': say(401, 'application/json'),
    '/broken': say(200, 'application/json; charset=utf-8'),
  });
  const plain = await world.client.request({ path: '/plain' });
  const refused = await world.client.request({ path: '/refused' });
  const broken = failed(await world.client.request({ path: '/broken' }));

  assert.deepEqual(!isFailure(plain) && [plain.status, plain.json, plain.text], [401, null, 'no such luck']);
  assert.equal(!isFailure(refused) && refused.json, null);
  assert.deepEqual([broken.failure, broken.status, broken.sent], ['malformed', 200, true]);
});

test('a response above 1 MiB, compressed or not, is too large', async () => {
  const long = JSON.stringify('x'.repeat(1024 * 1024));
  await using world = await open({
    '/': (_request, response) => response.writeHead(200).end(long),
    '/packed': (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(long));
    },
  });
  for (const path of ['/', '/packed']) {
    assert.equal(failed(await world.client.request({ path })).failure, 'too_large');
  }
});

test('a silent vendor is a timeout that may have been charged', async () => {
  const timing = openManualTiming();
  await using world = await open({ '/': silent }, { timeoutMs: 60_000 }, timing);
  const answer = world.client.request({ path: '/' });
  await world.site.received(1);
  await timing.advance(60_000);
  const { failure, sent } = failed(await answer);
  assert.deepEqual([failure, sent], ['timeout', true]);
});

test("the caller's abort does not count against the vendor", async () => {
  await using world = await open({ '/': silent }, { breaker: { failures: 1 } });
  const leaving = new AbortController();
  const answer = world.client.request({ path: '/', signal: leaving.signal });
  await world.site.received(1);
  leaving.abort();

  const { failure, sent } = failed(await answer);
  assert.deepEqual([failure, sent], ['aborted', true]);
  assert.equal(world.client.state().breaker, 'closed');
});

test('a caller who gives up before the turn has sent nothing', async () => {
  await using world = await open({ '/': silent }, { concurrency: 1 });
  const [leaving, impatient] = [new AbortController(), new AbortController()];
  const first = world.client.request({ path: '/', signal: leaving.signal });
  const second = world.client.request({ path: '/', signal: impatient.signal });
  await world.site.received(1);
  impatient.abort();

  assert.deepEqual([failed(await second).failure, failed(await second).sent], ['aborted', false]);
  leaving.abort();
  await first;
  assert.equal(world.site.requests.length, 1);
});

test('a vendor that refuses the connection was not reached', async () => {
  await using gone = await open({});
  await gone.site[Symbol.asyncDispose]();
  const { failure, sent } = failed(await gone.client.request({ method: 'POST', path: '/', body: {} }));
  assert.deepEqual([failure, sent], ['network', false]);
});

test('a connection that breaks after the request may have been charged', async () => {
  await using world = await open({ '/': (_request, response) => response.destroy() });
  const { failure, sent } = failed(await world.client.request({ path: '/' }));
  assert.deepEqual([failure, sent], ['network', true]);
});

test('concurrent requests never exceed what the vendor allows', async () => {
  const held: (() => void)[] = [];
  const answer: Answer = (request, response) => {
    held.push(() => json({})(request, response));
  };
  await using world = await open({ '/': answer }, { concurrency: 2, timeoutMs: 60_000 });
  const answers = Array.from({ length: 6 }, () => world.client.request({ path: '/' }));
  for (let come = 2; come <= 6; come += 1) {
    await world.site.received(come);
    const { running, waiting } = world.client.state();
    assert.deepEqual([held.length, running, waiting], [2, 2, 6 - come]);
    held.shift()!();
  }
  held.shift()!();
  assert.ok((await Promise.all(answers)).every((result) => !isFailure(result)));
});

test('requests to a vendor are spaced out', async () => {
  const timing = openManualTiming();
  await using world = await open({ '/': json({}) }, { spacingMs: 1000, timeoutMs: 60_000 }, timing);
  await world.client.request({ path: '/' });
  const second = world.client.request({ path: '/' });

  await timing.advance(999);
  assert.equal(world.site.requests.length, 1);
  await timing.advance(1);
  assert.equal(isFailure(await second), false);
});

for (const path of [
  '/users/..',
  '/users/%2e%2e/keys',
  'users',
  '//host.example/x?y',
  '/a#b',
  '/a\\b',
  '/ä',
]) {
  test(`the path ${path} is refused`, async () => {
    await using world = await open({}, {});
    const { failure, sent, code } = failed(await world.client.request({ path }));
    assert.deepEqual([failure, sent, code], ['malformed', false, 'path']);
    assert.equal(world.site.requests.length, 0);
  });
}

test('a free request follows redirects within the origin, never to another', async () => {
  await using other = await openStandInSite({ '/': json({ other: true }) });
  await using world = await open({
    '/old': redirect('/new', 301),
    '/new': json({ id: 7 }),
    '/away': redirect(`${other.origin}/`),
    '/loop': redirect('/loop'),
  });
  const ask = (path: string, idempotent = true) => world.client.request({ path, idempotent });
  const statusOf = async (path: string, idempotent?: boolean) => {
    const result = await ask(path, idempotent);
    return isFailure(result) ? result.failure : result.status;
  };

  assert.equal(await statusOf('/old'), 200);
  assert.equal(await statusOf('/old', false), 301);
  assert.equal(await statusOf('/away'), 302);
  assert.equal(await statusOf('/loop'), 302);
  assert.equal(other.requests.length, 0);
});

test('the state counts what happened and how long responses took', async () => {
  await using world = await open({ '/': json({}), '/gone': json({}, 404) });
  await world.client.request({ path: '/' });
  await world.client.request({ path: '/gone' });
  await world.client.request({ path: '/..' });
  const { counts, latencyMs, ...rest } = world.client.state();

  assert.deepEqual(counts, { '2xx': 1, '4xx': 1, malformed: 1 });
  assert.equal(latencyMs?.samples, 2);
  assert.deepEqual(rest, {
    name: 'stand-in',
    breaker: 'closed',
    openUntil: null,
    pausedUntil: null,
    running: 0,
    waiting: 0,
  });
});
