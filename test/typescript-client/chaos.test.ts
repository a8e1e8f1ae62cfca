/** Faults that a network and the servers between can cause. */
import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Client, ConnectionError, ContactryError } from '../../clients/typescript/src/index.ts';
import { listening, type Scripted, scripted } from './scripted.ts';

const find = { body: { profile_url: 'https://github.com/asha-example' } };
const html = { 'content-type': 'text/html' };
const good: Scripted = { body: { id: 'lkp_1', status: 'completed' } };
const problem = (status: number, code: string, headers: Record<string, string> = {}): Scripted => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { code, status, detail: 'No.' },
});
const soon = { 'retry-after': '0' };

const passing: Record<string, Scripted> = {
  'a lost connection': { hangUp: true },
  'an answer cut off in its JSON': { ...good, cutAfter: 9 },
  'an answer cut off before its body': { ...good, cutAfter: 0 },
  'no answer in time': { silent: endTimeouts },
  '429 with seconds': problem(429, 'rate_limited', soon),
  '429 with a date': problem(429, 'rate_limited', { 'retry-after': new Date().toUTCString() }),
  '503 with seconds': problem(503, 'overloaded', soon),
  '503 of a proxy': { status: 503, headers: html, body: '<h1>Try later</h1>' },
  '503 cut off in its JSON': { ...problem(503, 'overloaded', soon), cutAfter: 9 },
  '502 of a proxy': { status: 502, headers: html, body: '<h1>Bad gateway</h1>' },
  'the first attempt still under way': problem(409, 'idempotency_key_in_use', soon),
};

/** A timeout that is over only when the test says so: a busy machine is no trouble of its own. */
const timeout = 123_456;
const held = new Map<unknown, () => void>();
function holdTimeouts(t: TestContext): void {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  t.mock.method(globalThis, 'setTimeout', ((task: () => void, ms: number, value: unknown) => {
    if (ms !== timeout) return set(task as (value: unknown) => void, ms, value);
    const timer = set(() => {}, ms).unref();
    held.set(timer, task);
    return timer;
  }) as typeof setTimeout);
  t.mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout) => {
    held.delete(timer);
    clear(timer);
  });
}
function endTimeouts(): void {
  for (const end of held.values()) end();
}
const optionsFor = ({ silent }: Scripted) => ({ timeout: silent ? timeout : 600_000 });

test('each trouble that passes is outlasted, with the same body and one Idempotency-Key', async (t) => {
  holdTimeouts(t);
  const outlast = async ([name, trouble]: [string, Scripted]) => {
    const { baseUrl, asked } = await scripted(t, [trouble, good]);
    const client = new Client({ baseUrl, ...optionsFor(trouble) });
    const answer = await client.call('POST /api/v1/find', find);
    assert.equal(answer.id, 'lkp_1', name);
    assert.equal(asked.length, 2, name);
    const [first, second] = asked.map(({ headers, text }) => [headers['idempotency-key'], text]);
    assert.deepEqual(second, first, name);
    assert.match(String(first![0]), /^[0-9a-f]{32}$/);
  };
  await Promise.all(Object.entries(passing).map(outlast));
});

test('what would be done twice is repeated only after a refusal for the rate', async (t) => {
  const change = { changes: { free_repeat_days: 1 }, expected_version: 1, reason: 'A trial' };
  holdTimeouts(t);
  const attempt = async ([name, trouble]: [string, Scripted]) => {
    const { baseUrl, asked } = await scripted(t, [trouble, good]);
    await new Client({ baseUrl, ...optionsFor(trouble) })
      .call('PATCH /api/v1/admin/platform', { body: change })
      .catch(() => {});
    assert.equal(asked.length, name.startsWith('429') ? 2 : 1, name);
  };
  await Promise.all(Object.entries(passing).map(attempt));
});

test('a refusal that stays is never repeated', async (t) => {
  const staying = {
    insufficient_credits: problem(402, 'insufficient_credits', soon),
    invalid_profile_url: problem(400, 'invalid_profile_url', soon),
    invalid_key: problem(401, 'invalid_key', soon),
    idempotency_conflict: problem(409, 'idempotency_conflict', soon),
    internal_error: problem(500, 'internal_error', soon),
    rate_limited: problem(429, 'rate_limited', { 'retry-after': '61' }),
    a_code_of_tomorrow: problem(418, 'a_code_of_tomorrow'),
    http_404: { status: 404, headers: html, body: '<h1>Not found</h1>' },
    http_200: { status: 200, headers: html, body: '<h1>Sign in to the hotel</h1>' },
    http_400: { status: 400, body: ['not', 'a', 'problem'] },
  };
  for (const [code, answer] of Object.entries(staying)) {
    const { baseUrl, asked } = await scripted(t, [answer, good]);
    await assert.rejects(new Client({ baseUrl }).call('POST /api/v1/find', find), (error) => {
      assert.ok(error instanceof ContactryError);
      return error.code === code;
    });
    assert.equal(asked.length, 1, code);
  }
});

test('a redirect is not followed, so that no secret reaches another server', async (t) => {
  const other = await scripted(t, [good]);
  const { baseUrl } = await scripted(t, [{ status: 302, headers: { location: other.baseUrl } }]);
  const client = new Client({ baseUrl, headers: { 'x-admin-secret': 'a-secret' } });

  await assert.rejects(client.call('GET /api/v1/admin/alerts'), {
    code: 'redirected',
    message: new RegExp(`redirects to ${other.baseUrl}.*Set baseUrl`),
  });
  assert.equal(other.asked.length, 0);
});

test('a service that stays away is given up after the retries, with what happened last', async (t) => {
  holdTimeouts(t);
  const { baseUrl, asked } = await scripted(t, [{ hangUp: true }, { silent: endTimeouts }, good]);
  const client = new Client({ baseUrl, timeout, maxRetries: 1 });

  await assert.rejects(client.call('GET /api/v1/health'), (error) => {
    assert.ok(error instanceof ConnectionError);
    assert.match(error.message, /^http:\/\/127\.0\.0\.1:\d+ did not answer within 123\.456 s\.$/);
    return true;
  });
  assert.equal(asked.length, 2);
});

test('a stream is sent once, also after a refusal for the rate; a Blob is sent again', async (t) => {
  const csv = 'profile_url\ngithub.com/asha-example\n';
  const sent = async (content: Blob | ReadableStream<Uint8Array>) => {
    const { baseUrl, asked } = await scripted(t, [problem(429, 'rate_limited', soon), good]);
    const file = { type: 'text/csv' as const, content };
    await new Client({ baseUrl }).call('POST /api/v1/jobs', { file }).catch(() => {});
    return asked.map(({ text }) => text);
  };

  assert.deepEqual(await sent(new Blob([csv]).stream()), [csv]);
  assert.deepEqual(await sent(new Blob([csv])), [csv, csv]);
});

/** A server that sends the first half of a file, and the second when the test says so. */
async function halfOfAFile(t: TestContext) {
  const rest = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const baseUrl = await listening(t, async (request, response) => {
    request.socket.once('close', closed.resolve);
    response.writeHead(200, { 'content-type': 'text/csv' }).write('one,');
    await rest.promise;
    response.end('two');
  });
  return { baseUrl, sendRest: rest.resolve, closed: closed.promise };
}
const results = { path: { job_id: 'job_1' } };

test('a file may take longer than the timeout, which ends when it begins', async (t) => {
  holdTimeouts(t);
  const { baseUrl, sendRest } = await halfOfAFile(t);
  const file = await new Client({ baseUrl, timeout }).call('GET /api/v1/jobs/{job_id}/csv', results);
  assert.equal(held.size, 0);
  sendRest();

  assert.equal(await file.text(), 'one,two');
});

test('a signal ends a file that is being read, and its connection', async (t) => {
  const { baseUrl, closed } = await halfOfAFile(t);
  const stop = new AbortController();
  const { signal } = stop;
  const file = await new Client({ baseUrl }).call('GET /api/v1/jobs/{job_id}/csv', results, { signal });
  stop.abort();

  await assert.rejects(file.text(), { name: 'AbortError' });
  await closed;
});

test('a signal ends a call with its own reason before, during and between attempts, and leaves nothing behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const reason = new Error('The user has left.');
  const attempts = [
    () => sleep(60_000, null, { ref: false }),
    () => Promise.reject(new TypeError('fetch failed')),
  ];
  for (const attempt of attempts) {
    const stop = new AbortController();
    const begun = Promise.withResolvers<void>();
    const fetch = ((_: string, { signal }: RequestInit) => {
      begun.resolve();
      return Promise.race([attempt(), once(signal!, 'abort').then(() => Promise.reject(signal!.reason))]);
    }) as never;
    const client = new Client({ baseUrl: 'http://127.0.0.1', fetch });
    const call = client.call('GET /api/v1/health', {}, { signal: stop.signal });
    await begun.promise;
    await nextTurn();
    stop.abort(reason);
    await assert.rejects(call, reason);
    await assert.rejects(client.call('GET /api/v1/health', {}, { signal: stop.signal }), reason);
    assert.equal(getEventListeners(stop.signal, 'abort').length, 0);
  }
  assert.equal(timers(), before);
});

test('a call that was answered leaves no timer and no listener', async (t) => {
  const { baseUrl } = await scripted(t, [good, good, good]);
  const { signal } = new AbortController();
  const cleared = t.mock.method(globalThis, 'clearTimeout');
  const set = t.mock.method(globalThis, 'setTimeout');
  const client = new Client({ baseUrl, timeout: 123_456 });
  for (let at = 0; at < 3; at++) await client.call('GET /api/v1/health', {}, { signal });

  const ours = set.mock.calls
    .filter(({ arguments: [, wait] }) => wait === 123_456)
    .map(({ result }) => result);
  assert.equal(ours.length, 3);
  for (const timer of ours) assert.ok(cleared.mock.calls.some(({ arguments: [one] }) => one === timer));
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});
