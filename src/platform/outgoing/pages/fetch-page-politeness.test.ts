import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openManualTiming } from '#test/support/outgoing/manual-timing.ts';
import {
  type Answer,
  ampleTime,
  html,
  openStandInSite,
  redirect,
} from '#test/support/outgoing/stand-in-site.ts';
import { openOutgoing } from '../index.ts';

const crawler = { product: 'Contactry', version: '2.0.0', contactUrl: 'https://contactry.example/' };

const plain =
  (text: string): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
  };

/** A site and a connection to it, on a stopped clock. */
async function open(routes: Record<string, Answer>) {
  const site = await openStandInSite(routes);
  const timing = openManualTiming();
  const outgoing = openOutgoing({ crawler, timing, limits: ampleTime, allowedOrigins: [site.origin] });
  return {
    site,
    timing,
    outgoing,
    /** Lets real loopback traffic finish: waits until the next request has a turn in `ms`. */
    async turnIn(ms: number) {
      await timing.dueIn(ms);
      return site.paths;
    },
    async [Symbol.asyncDispose]() {
      await outgoing.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

test('two pages of a host are a second apart, counting its robots.txt', async () => {
  await using world = await open({ '/a': html('a'), '/b': html('b') });
  const pages = ['/a', '/b'].map((path) => world.outgoing.fetchPage(world.site.origin + path));

  assert.deepEqual(await world.turnIn(1000), ['/robots.txt']);
  await world.timing.advance(999);
  assert.ok(world.timing.isDueIn(1));
  await world.timing.advance(1);
  assert.deepEqual(await world.turnIn(1000), ['/robots.txt', '/a']);
  await world.timing.advance(1000);
  assert.ok((await Promise.all(pages)).every((page) => page.ok));
  assert.deepEqual(world.site.paths, ['/robots.txt', '/a', '/b']);
});

test('a redirect waits for its turn like any other request', async () => {
  await using world = await open({ '/a': redirect('/b'), '/b': html('b') });
  const page = world.outgoing.fetchPage(`${world.site.origin}/a`);

  await world.turnIn(1000);
  await world.timing.advance(1000);
  assert.deepEqual(await world.turnIn(1000), ['/robots.txt', '/a']);
  await world.timing.advance(1000);
  assert.equal((await page).ok, true);
});

test('a crawl delay is honoured, up to ten seconds', async () => {
  await using world = await open({
    '/robots.txt': plain('User-agent: *\nCrawl-delay: 3600'),
    '/': html('a'),
  });
  const page = world.outgoing.fetchPage(world.site.origin);

  await world.turnIn(10_000);
  await world.timing.advance(9999);
  assert.ok(world.timing.isDueIn(1));
  await world.timing.advance(1);
  assert.equal((await page).ok, true);
});

test('a page that robots.txt disallows is not requested', async () => {
  await using world = await open({
    '/robots.txt': plain('User-agent: *\nDisallow: /private'),
    '/private': html('a'),
  });
  const page = await world.outgoing.fetchPage(`${world.site.origin}/private/page`);

  assert.equal(!page.ok && page.reason, 'robots_disallowed');
  assert.deepEqual(world.site.paths, ['/robots.txt']);
});

test('a redirect to a disallowed page is not followed', async () => {
  await using world = await open({
    '/robots.txt': plain('User-agent: *\nDisallow: /private'),
    '/': redirect('/private'),
    '/private': html('a'),
  });
  const page = world.outgoing.fetchPage(world.site.origin);
  await world.turnIn(1000);
  await world.timing.advance(1000);

  const refusal = await page;
  assert.equal(!refusal.ok && refusal.reason, 'robots_disallowed');
  assert.deepEqual(world.site.paths, ['/robots.txt', '/']);
});

test('while robots.txt is unreachable nothing is fetched, and the refusal says why', async () => {
  await using world = await open({ '/robots.txt': (_request, response) => response.writeHead(503).end() });
  const page = await world.outgoing.fetchPage(world.site.origin);

  assert.equal(!page.ok && page.reason, 'robots_unreachable');
});

for (const status of [429, 503]) {
  test(`Retry-After with ${status} applies to the whole host`, async () => {
    const answer: Answer = (_request, response) => response.writeHead(status, { 'retry-after': '120' }).end();
    await using world = await open({ '/': answer, '/other': html('b') });
    const first = world.outgoing.fetchPage(world.site.origin);
    await world.turnIn(1000);
    await world.timing.advance(1000);
    const refusal = await first;
    const retryAt = new Date(world.timing.now().getTime() + 120_000);

    assert.ok(!refusal.ok);
    assert.deepEqual([refusal.reason, refusal.status, refusal.retryAt], ['http_status', status, retryAt]);
    await world.timing.advance(119_999);
    const early = await world.outgoing.fetchPage(`${world.site.origin}/other`);
    assert.ok(!early.ok);
    assert.deepEqual([early.reason, early.retryAt], ['host_paused', retryAt]);
    await world.timing.advance(1);
    assert.equal((await world.outgoing.fetchPage(`${world.site.origin}/other`)).ok, true);
  });
}

test('a host that fails three times in a row is paused for five minutes', async () => {
  await using world = await open({ '/': (_request, response) => response.destroy(), '/well': html('a') });
  for (let round = 0; round < 3; round += 1) {
    const page = world.outgoing.fetchPage(world.site.origin);
    await world.turnIn(1000);
    await world.timing.advance(1000);
    const failure = await page;
    assert.equal(!failure.ok && failure.reason, 'network');
  }
  const refusal = await world.outgoing.fetchPage(world.site.origin);
  assert.equal(!refusal.ok && refusal.reason, 'host_paused');
  await world.timing.advance(300_000);
  assert.equal((await world.outgoing.fetchPage(`${world.site.origin}/well`)).ok, true);
});

test('a caller who gives up while waiting sends no request', async () => {
  await using world = await open({ '/': html('a') });
  const leaving = new AbortController();
  const page = world.outgoing.fetchPage(world.site.origin, { signal: leaving.signal });
  await world.turnIn(1000);
  leaving.abort();

  const refusal = await page;
  assert.equal(!refusal.ok && refusal.reason, 'aborted');
  assert.equal(world.timing.pending, 0);
  assert.deepEqual(world.site.paths, ['/robots.txt']);
});

test('closing aborts everyone who waits', async () => {
  await using world = await open({ '/': html('a') });
  const page = world.outgoing.fetchPage(world.site.origin);
  await world.turnIn(1000);
  await world.outgoing.close();

  const refusal = await page;
  assert.equal(!refusal.ok && refusal.reason, 'aborted');
});
