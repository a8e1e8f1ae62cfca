/** A caller's trace (W3C Trace Context) is passed on to the log, vendors and webhooks. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { readTrace } from '#core/tracing/trace.ts';
import { openLog } from '#platform/log/open-log.ts';
import { eventually } from './support/eventually.ts';
import { customer } from './support/kit.ts';
import { testService } from './support/service.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${parentId}-01`;

/** A code host and a customer's server in one. */
const received: { path: string; traceparent: string | undefined }[] = [];
const server = createServer((request, response) => {
  received.push({ path: request.url!, traceparent: request.headers.traceparent as string | undefined });
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
});
await once(server.listen(0, '127.0.0.1').unref(), 'listening');
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const lines: string[] = [];
const service = await testService({
  log: openLog('info', { write: (line) => void lines.push(line) }),
  environment: {
    SITE_STAND_INS: `https://hooks.example.com=${origin}`,
    SOURCES: 'gitlab',
    GITLAB_BASE_URL: origin,
  },
});
await service.app.work();
after(async () => {
  await service[Symbol.asyncDispose]();
  server.close();
});

const isOurs = (header: string | undefined) =>
  (header ?? '').startsWith(`00-${traceId}-`) && header!.endsWith('-01') && !header!.includes(parentId);

test('a lookup carries the trace to its vendors and into its line of the log', async () => {
  const { key } = await customer(service);
  received.length = 0;
  lines.length = 0;
  const body = { profile_url: 'gitlab.com/asha-example' };
  await service.withKey(key, 'POST', '/api/v1/find', body, { traceparent });
  assert.ok(received.length > 0);
  for (const call of received) assert.ok(isOurs(call.traceparent), JSON.stringify(call));
  const answered = lines.find((line) => line.includes('POST /api/v1/find'));
  assert.equal(JSON.parse(answered!).trace_id, traceId);
});

test('a job carries the trace of its request to its vendors and its webhook', async () => {
  const { key } = await customer(service);
  received.length = 0;
  const profiles = [{ profile_url: 'gitlab.com/ravi-example' }];
  const made = await service.withKey(
    key,
    'POST',
    '/api/v1/jobs',
    { profiles, webhook_url: `${origin}/hook` },
    { traceparent },
  );
  assert.ok(made.statusCode < 300, made.body);
  await eventually(async () => assert.ok(received.some(({ path }) => path === '/hook')));
  assert.ok(received.length > 1);
  for (const call of received) assert.ok(isOurs(call.traceparent), JSON.stringify(call));
});

test('without a trace, or with a malformed one, nothing is sent or logged', async () => {
  const { key } = await customer(service);
  for (const header of [
    undefined,
    'nonsense',
    `00-${'0'.repeat(32)}-${parentId}-01`,
    `ff-${traceId}-${parentId}-01`,
  ]) {
    received.length = 0;
    lines.length = 0;
    const body = { profile_url: `gitlab.com/dev-${lines.length}-example` };
    const sent = header === undefined ? {} : { traceparent: header };
    assert.ok((await service.withKey(key, 'POST', '/api/v1/find', body, sent)).statusCode < 300);
    for (const call of received) assert.equal(call.traceparent, undefined);
    assert.ok(lines.every((line) => !line.includes('trace_id')));
    assert.equal(readTrace(header), null);
  }
});
