import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client, ConnectionError } from '../../clients/typescript/src/index.ts';

type Step = Partial<Record<'status' | 'code' | 'http', unknown>> & { headers?: Record<string, string> };
const down: Step = { http: 0 };

/** A client on the test's clock: time advances once everything waits. `asked` has the second of each request. */
function waiting(t: TestContext, steps: Step[]) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let [seconds, isOver] = [0, false];
  const asked: number[] = [];
  const fetch = async () => {
    asked.push(seconds);
    const { http = 200, headers, ...body } = steps.length > 1 ? steps.shift()! : steps[0]!;
    if (http === 0) throw new TypeError('fetch failed');
    return Response.json({ detail: 'Not now.', ...body }, { status: http as number, headers });
  };
  const client = new Client({ baseUrl: 'http://127.0.0.1', maxRetries: 0, fetch: fetch as never });
  const passes = async <Value>(result: Promise<Value>): Promise<Value> => {
    result.catch(() => {}).finally(() => (isOver = true));
    while (seconds < 100_000) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver) return result;
      t.mock.timers.tick(1000);
      seconds += 1;
    }
    throw new Error('the client still waits after a day');
  };
  return { client, asked, passes };
}

const policy = { 'ratelimit-policy': '"key";q=20;w=60' };
const running = { status: 'running', headers: policy };
const completed = { status: 'completed', headers: policy };

test('a job is waited for at a quarter of the rate of its key, and soon at first', async (t) => {
  const { client, asked, passes } = waiting(t, [
    { ...running, status: 'queued' },
    running,
    running,
    running,
    completed,
  ]);
  const seen: string[] = [];

  const job = await passes(client.jobs.wait('job_1', { onProgress: ({ status }) => seen.push(status) }));

  assert.equal(job.status, 'completed');
  assert.deepEqual(asked, [0, 1, 2, 14, 26]);
  assert.deepEqual(seen, ['queued', 'running', 'running', 'running', 'completed']);
});

test('a paused job is the caller’s to decide', async (t) => {
  const { client, passes } = waiting(t, [running, { status: 'paused' }]);

  assert.equal((await passes(client.jobs.wait('job_1'))).status, 'paused');
});

test('a restart of the service and a used-up rate are outlasted', async (t) => {
  const { client, asked, passes } = waiting(t, [
    running,
    down,
    { http: 502, code: 'bad_gateway' },
    { http: 503, code: 'overloaded', headers: { 'retry-after': '5' } },
    { http: 429, code: 'rate_limited', headers: { 'retry-after': '30' } },
    { ...running, headers: { ...policy, ratelimit: '"key";r=0;t=40' } },
    completed,
  ]);

  assert.equal((await passes(client.jobs.wait('job_1'))).status, 'completed');
  assert.deepEqual(asked, [0, 1, 3, 5, 10, 40, 80]);
});

test('a service that stays away for five minutes is given up', async (t) => {
  const { client, asked, passes } = waiting(t, [running, down]);

  await assert.rejects(passes(client.jobs.wait('job_1')), ConnectionError);
  assert.equal(asked.at(-1), 301);
});

test('a job that is not there, or a key that was revoked, ends the waiting at once', async (t) => {
  const { client, asked, passes } = waiting(t, [running, { http: 401, code: 'key_revoked' }]);

  await assert.rejects(passes(client.jobs.wait('job_1')), { name: 'KeyRevokedError' });
  assert.deepEqual(asked, [0, 1]);
});

test('a signal ends the waiting at once', async (t) => {
  const { client, asked } = waiting(t, [running]);
  const stop = new AbortController();

  await assert.rejects(client.jobs.wait('job_1', { signal: stop.signal, onProgress: () => stop.abort() }), {
    name: 'AbortError',
  });
  await assert.rejects(client.jobs.wait('job_1', { signal: stop.signal }), { name: 'AbortError' });
  assert.deepEqual(asked, [0]);
});

test('waits for a pending lookup', async (t) => {
  const { client, asked, passes } = waiting(t, [{ status: 'pending' }, { status: 'not_found' }]);

  assert.equal((await passes(client.lookups.wait('lkp_1'))).status, 'not_found');
  assert.deepEqual(asked, [0, 1]);
});

test('a service that asks for years of patience is asked again after five minutes', async (t) => {
  const { client, asked, passes } = waiting(t, [
    { status: 'running', headers: { ratelimit: '"key";r=0;t=99999999999' } },
    { status: 'running', headers: { 'ratelimit-policy': '"key";q=0;w=60' } },
    { status: 'completed' },
  ]);

  await passes(client.jobs.wait('job_1'));

  assert.deepEqual(asked.slice(0, 2), [0, 300]);
});
