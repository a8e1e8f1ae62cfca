import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Agent } from 'undici';
import { openManualTiming } from '#test/support/outgoing/manual-timing.ts';
import { type Answer, json, openStandInSite } from '#test/support/outgoing/stand-in-site.ts';
import { isFailure, type VendorResult } from './vendor-answer.ts';
import { openVendorClient, type VendorOptions } from './vendor-client.ts';

const startMs = Date.parse('2026-03-01T00:00:00Z');

/** A vendor that replays a list of responses, repeating the last, with a client on the test's clock. */
async function open(answers: Answer[], options: Partial<VendorOptions> = {}) {
  let next = 0;
  const site = await openStandInSite({
    '/': (request, response) => answers[Math.min(next++, answers.length - 1)]!(request, response),
  });
  const timing = openManualTiming(new Date(startMs));
  const dispatcher = new Agent({ allowH2: false });
  const client = openVendorClient(
    { name: 'stand-in', baseUrl: site.origin, timeoutMs: 60_000, ...options },
    { dispatcher, timing, userAgent: 'Contactry/2.0.0' },
  );
  return {
    client,
    timing,
    asked: () => site.requests.length,
    /** A call in one word: its status, or its failure with the reason. */
    async call(ask: { idempotent?: boolean; method?: string } = {}): Promise<string> {
      return word(await client.request({ path: '/', ...ask }));
    },
    async [Symbol.asyncDispose]() {
      client.close();
      await dispatcher.destroy();
      await site[Symbol.asyncDispose]();
    },
  };
}

const word = (result: VendorResult): string =>
  isFailure(result) ? [result.failure, result.because].filter(Boolean).join(' ') : String(result.status);

const broken: Answer = (_request, response) => response.destroy();

/** The breaker's library reads the process's clock, so both clocks move together. */
function holdDate(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'], now: startMs });
}

test('a free GET is retried once after a server error', async () => {
  await using world = await open([json({}, 502), json({})]);
  assert.equal(await world.call({ idempotent: true }), '200');
  assert.equal(world.asked(), 2);
});

test('a free GET is retried only once', async () => {
  await using world = await open([json({}, 500)]);
  assert.equal(await world.call({ idempotent: true }), '500');
  assert.equal(world.asked(), 2);
});

test('nothing else is ever retried', async () => {
  const cases: [Answer, { idempotent?: boolean; method?: string }][] = [
    [json({}, 500), {}],
    [json({}, 503), { idempotent: false }],
    [broken, {}],
    [json({}, 500), { method: 'POST' }],
    [json({}, 500), { method: 'POST', idempotent: true }],
    [broken, { method: 'POST', idempotent: true }],
    [broken, { idempotent: true }],
    [json({}, 404), { idempotent: true }],
    [json({}, 429), { idempotent: true }],
    [json({}, 503, { 'retry-after': '1' }), { idempotent: true }],
  ];
  for (const [answer, ask] of cases) {
    await using world = await open([answer]);
    await world.call(ask);
    assert.equal(world.asked(), 1, JSON.stringify(ask));
  }
});

test('a free GET is retried when the connection could not be made', async () => {
  const timing = openManualTiming();
  let dials = 0;
  const dispatcher = new Agent({
    connect: (_target, callback) => {
      dials += 1;
      callback(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), null);
    },
  });
  const place = { dispatcher, timing, userAgent: 'Contactry/2.0.0' };
  const client = openVendorClient({ name: 'stand-in', baseUrl: 'http://vendor.example' }, place);

  assert.equal(word(await client.request({ path: '/', idempotent: true })), 'network');
  assert.equal(dials, 2);
  assert.equal(word(await client.request({ path: '/' })), 'network');
  assert.equal(dials, 3);
  await dispatcher.destroy();
});

test('failures in a row open the breaker, and then nothing is sent until the trial call', async (t) => {
  holdDate(t);
  await using world = await open([json({}, 500), broken, json({}, 502), json({})], {
    breaker: { failures: 3, openMs: 30_000 },
  });
  const words = [await world.call(), await world.call(), await world.call(), await world.call()];
  assert.deepEqual(words, ['500', 'network', '502', 'breaker_open failing']);
  assert.equal(world.client.state().breaker, 'open');
  assert.deepEqual(world.client.state().openUntil, new Date(startMs + 30_000));

  t.mock.timers.setTime(startMs + 29_999);
  await world.timing.advance(29_999);
  assert.equal(await world.call(), 'breaker_open failing');
  assert.equal(world.asked(), 3);

  t.mock.timers.setTime(startMs + 30_000);
  await world.timing.advance(1);
  assert.equal(await world.call(), '200');
  assert.equal(world.client.state().breaker, 'closed');
});

test('a failed trial opens the breaker again', async (t) => {
  holdDate(t);
  await using world = await open([json({}, 500)], { breaker: { failures: 1, openMs: 1000 } });
  await world.call();
  t.mock.timers.setTime(startMs + 1000);
  await world.timing.advance(1000);

  assert.equal(await world.call(), '500');
  assert.equal(await world.call(), 'breaker_open failing');
  assert.deepEqual(world.client.state().openUntil, new Date(startMs + 2000));
});

test('during a trial other calls wait, and an abandoned trial closes nothing', async (t) => {
  holdDate(t);
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await using world = await open([json({}, 500), () => arrived()], {
    breaker: { failures: 1, openMs: 1000 },
  });
  await world.call();
  t.mock.timers.setTime(startMs + 1000);
  await world.timing.advance(1000);

  const leaving = new AbortController();
  const trial = world.client.request({ path: '/', signal: leaving.signal });
  await arrival;
  assert.equal(await world.call(), 'breaker_open failing');
  leaving.abort();
  assert.equal(word(await trial), 'aborted');
  assert.equal(world.client.state().breaker, 'open');
});

test('4xx responses never open the breaker, and a success resets the count', async () => {
  const answers = [400, 401, 403, 404, 422, 500, 200, 500].map((status) => json({}, status));
  await using world = await open(answers, { breaker: { failures: 2 } });
  for (const _ of answers) await world.call();
  assert.equal(world.client.state().breaker, 'closed');
});

const limits: [string, Answer, number][] = [
  ['429 with Retry-After in seconds', json({}, 429, { 'retry-after': '90' }), 90_000],
  [
    '429 with Retry-After as a date',
    json({}, 429, { 'retry-after': 'Sun, 01 Mar 2026 00:02:00 GMT' }),
    120_000,
  ],
  [
    '429 with a reset in epoch seconds',
    json({}, 429, { 'x-ratelimit-reset': String(startMs / 1000 + 45) }),
    45_000,
  ],
  ['429 with a reset as ISO time', json({}, 429, { 'x-ratelimit-reset': '2026-03-01T00:00:07Z' }), 7000],
  ['429 with a reset in seconds from now', json({}, 429, { 'ratelimit-reset': '12' }), 12_000],
  ['429 that names no time', json({}, 429), 60_000],
  ['503 with Retry-After', json({}, 503, { 'retry-after': '5' }), 5000],
  [
    "GitHub's 403 with nothing remaining",
    json({}, 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(startMs / 1000 + 600) }),
    600_000,
  ],
  [
    "GitHub's 403 for a secondary limit",
    json({ message: 'You have exceeded a secondary rate limit' }, 403),
    60_000,
  ],
];

for (const [what, answer, restMs] of limits) {
  test(`${what} pauses for ${restMs / 1000} s, to the millisecond`, async () => {
    await using world = await open([answer, json({})]);
    const limited = await world.client.request({ path: '/' });
    const retryAt = new Date(startMs + restMs);
    assert.deepEqual(!isFailure(limited) && limited.retryAt, retryAt);
    assert.deepEqual(world.client.state().pausedUntil, retryAt);

    await world.timing.advance(restMs - 1);
    const early = await world.client.request({ path: '/' });
    assert.ok(isFailure(early));
    assert.deepEqual([early.failure, early.because, early.retryAt], ['breaker_open', 'paused', retryAt]);
    assert.equal(world.asked(), 1);

    await world.timing.advance(1);
    assert.equal(await world.call(), '200');
  });
}

test('an ordinary 403 does not pause', async () => {
  await using world = await open([json({}, 403, { 'x-ratelimit-remaining': '12' })]);
  await world.call();
  assert.equal(world.client.state().pausedUntil, null);
});

test('pauses without a given time double up to fifteen minutes, and a success resets them', async () => {
  const refusals = Array.from({ length: 6 }, () => json({}, 429));
  await using world = await open([...refusals, json({}), json({}, 429)]);
  const rests: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    await world.call();
    const until = world.client.state().pausedUntil;
    const restMs = until ? until.getTime() - world.timing.now().getTime() : 0;
    rests.push(restMs / 60_000);
    await world.timing.advance(restMs);
  }
  assert.deepEqual(rests, [1, 2, 4, 8, 15, 15, 0, 1]);
});

test('requests that are refused together count as one refusal', async () => {
  const pause = { firstMs: 500, mostMs: 30_000 };
  await using world = await open([json({}, 429), json({}, 429), json({}, 429)], { concurrency: 3, pause });
  await Promise.all([world.call(), world.call(), world.call()]);
  assert.equal(world.asked(), 3);
  assert.deepEqual(world.client.state().pausedUntil, new Date(startMs + 500));
});

test('a caller who was already waiting when the pause began is not admitted', async () => {
  await using world = await open([json({}, 429, { 'retry-after': '30' }), json({})], { concurrency: 1 });
  const words = await Promise.all([world.call(), world.call(), world.call()]);
  assert.deepEqual(words, ['429', 'breaker_open paused', 'breaker_open paused']);
  assert.equal(world.asked(), 1);
});
