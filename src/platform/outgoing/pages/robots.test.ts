import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openManualTiming } from '#test/support/outgoing/manual-timing.ts';
import {
  type Answer,
  ampleTime,
  openStandInSite,
  redirect,
  silent,
} from '#test/support/outgoing/stand-in-site.ts';
import { openGuardedAgent } from '../addresses/guarded-agent.ts';
import { fetchLimits } from './page.ts';
import { openPerHost } from './per-host.ts';
import { openRobots } from './robots.ts';

const waiting = new AbortController().signal;

const file =
  (text: string, status = 200): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  };

const forbidding = 'User-agent: *\nDisallow: /';

async function open(routes: Record<string, Answer>, limits = {}) {
  const site = await openStandInSite(routes);
  const timing = openManualTiming();
  const dispatcher = openGuardedAgent({ allowedOrigins: [site.origin] });
  const robots = openRobots({
    dispatcher,
    timing,
    perHost: openPerHost(timing, 0),
    limits: { ...fetchLimits, ...ampleTime, ...limits },
    allowedOrigins: [site.origin],
    product: 'Contactry',
    userAgent: 'Contactry/2.0.0 (+https://contactry.example/)',
  });
  return {
    site,
    timing,
    ask: async (path = '/page', signal = waiting) =>
      (await robots.ask(new URL(path, site.origin), signal)).verdict,
    async [Symbol.asyncDispose]() {
      await dispatcher.destroy();
      await site[Symbol.asyncDispose]();
    },
  };
}

const verdicts: [string, Answer, string][] = [
  ['a file that disallows', file(forbidding), 'disallowed'],
  ['a file that allows', file('User-agent: *\nDisallow: /other'), 'allowed'],
  ['400', file('', 400), 'allowed'],
  ['401', file('', 401), 'allowed'],
  ['403', file('', 403), 'allowed'],
  ['404', file('', 404), 'allowed'],
  ['410', file('', 410), 'allowed'],
  ['429, which asks us to slow down', file('', 429), 'unreachable'],
  ['500', file('', 500), 'unreachable'],
  ['503', file('', 503), 'unreachable'],
  ['a broken connection', (_request, response) => response.destroy(), 'unreachable'],
  ['a redirect without a target', (_request, response) => response.writeHead(302).end(), 'allowed'],
  ['a redirect to a private address', redirect('http://169.254.169.254/'), 'unreachable'],
];

for (const [what, answer, verdict] of verdicts) {
  test(`${what} means ${verdict}`, async () => {
    await using world = await open({ '/robots.txt': answer });
    assert.equal(await world.ask(), verdict);
  });
}

test('a timeout means unreachable', async () => {
  await using world = await open({ '/robots.txt': silent }, { totalMs: 90 });
  assert.equal(await world.ask(), 'unreachable');
});

test('five redirects are followed, and with more the file counts as missing', async () => {
  const chain = (length: number) => ({
    '/robots.txt': redirect('/1'),
    ...Object.fromEntries(Array.from({ length }, (_, at) => [`/${at + 1}`, redirect(`/${at + 2}`)])),
    [`/${length + 1}`]: file(forbidding),
  });
  await using near = await open(chain(4));
  await using far = await open(chain(5));

  assert.equal(await near.ask(), 'disallowed');
  assert.equal(await far.ask(), 'allowed');
});

test('rules after a redirect apply to the original origin', async () => {
  await using world = await open({ '/robots.txt': redirect('/elsewhere'), '/elsewhere': file(forbidding) });
  assert.equal(await world.ask('/anything'), 'disallowed');
});

test('the file is requested once a day', async () => {
  await using world = await open({ '/robots.txt': file(forbidding) });
  await world.ask();
  await world.timing.advance(86_400_000 - 1);
  await world.ask();
  assert.equal(world.site.paths.length, 1);
  await world.timing.advance(1);
  await world.ask();
  assert.equal(world.site.paths.length, 2);
});

test('an unreachable file is requested again after ten minutes', async () => {
  let isDown = true;
  await using world = await open({
    '/robots.txt': (request, response) => file('', isDown ? 500 : 404)(request, response),
  });
  assert.equal(await world.ask(), 'unreachable');
  isDown = false;
  await world.timing.advance(600_000 - 1);
  assert.equal(await world.ask(), 'unreachable');
  await world.timing.advance(1);
  assert.equal(await world.ask(), 'allowed');
});

test('concurrent callers share one request', async () => {
  await using world = await open({ '/robots.txt': file('') });
  await Promise.all(Array.from({ length: 20 }, () => world.ask()));
  assert.equal(world.site.paths.length, 1);
});

test('when one caller gives up, the request continues for the others', async () => {
  const release: (() => void)[] = [];
  await using world = await open({
    '/robots.txt': (request, response) => {
      release.push(() => file(forbidding)(request, response));
    },
  });
  const leaving = new AbortController();
  const first = world.ask('/a', leaving.signal);
  const second = world.ask('/b');
  await world.site.received(1);
  leaving.abort();
  release[0]!();

  assert.equal(await first, 'aborted');
  assert.equal(await second, 'disallowed');
});

test('the first 500 KiB of a longer file are read', async () => {
  const padding = `# ${'x'.repeat(98)}\n`.repeat(5000);
  await using world = await open({
    '/robots.txt': file(`${forbidding}\n${padding}${padding}User-agent: contactry\nAllow: /`),
  });
  assert.equal(await world.ask(), 'disallowed');
});
