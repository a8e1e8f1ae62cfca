import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { commandLine } from '#test/support/command-line.ts';
import { withinRate } from './key-client.ts';

/** Runs `jobs list` against a service with these answers. */
async function listJobs(answers: ((response: ServerResponse) => void)[]) {
  let asked = 0;
  await using server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/api/v1/status') response.end('{"status":"ok","components":[]}');
    else answers[asked++]!(response);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const run = commandLine(tmpdir(), `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const outcome = await run(['jobs', 'list'], { environment: { CONTACTRY_KEY: 'cty_live_example' } });
  return { ...outcome, asked };
}

const answer = (status: number, headers: Record<string, string>) => (response: ServerResponse) =>
  void response
    .writeHead(status, headers)
    .end(JSON.stringify({ items: [], code: 'rate_limited', detail: 'Too many.' }));

test('a refusal for the rate is waited out, and the request is sent again', async () => {
  const { code, out, err, asked } = await listJobs([
    answer(429, { 'retry-after': '1' }),
    answer(200, { ratelimit: '"key";r=19;t=60' }),
  ]);
  assert.deepEqual([code, asked], [0, 2], err);
  assert.match(out, /No jobs yet/);
  assert.match(err, /used up\. Continuing in 1 s/);
});

test('after the last request of a window the command waits for the next one', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const written = t.mock.method(process.stderr, 'write', () => true).mock;
  let isOver = false;
  const lastOfWindow = async () => new Response('', { headers: { ratelimit: '"key";r=0;t=60' } });
  const waited = withinRate(lastOfWindow).then(() => {
    isOver = true;
  });
  await nextTurn();
  assert.match(String(written.calls[0]?.arguments[0]), /Continuing in 60 s/);
  t.mock.timers.tick(59_999);
  await nextTurn();
  assert.equal(isOver, false);
  t.mock.timers.tick(1);
  await waited;
});

test('a longer wait is left to the person', async () => {
  const { code, err, asked } = await listJobs([answer(429, { 'retry-after': '3600' })]);
  assert.deepEqual([code, asked], [1, 1]);
  assert.match(err, /Too many/);
});
