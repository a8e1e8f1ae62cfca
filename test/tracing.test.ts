/** Traces, metrics and log lines with a collector configured, as the collector gets them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { openLog } from '#platform/log/open-log.ts';
import { eventually } from './support/eventually.ts';
import { openReceiver, type ReceivedSpan } from './support/otlp/receiver.ts';
import { openWaterfall } from './support/waterfall.ts';

using collector = await openReceiver();
const waterfall = await openWaterfall();
after(() => waterfall[Symbol.asyncDispose]());

const hooked: (string | undefined)[] = [];
const hooks = createServer((request, response) => {
  hooked.push(request.headers.traceparent as string | undefined);
  request.resume();
  response.end();
});
await once(hooks.listen(0, '127.0.0.1').unref(), 'listening');
const hooksUrl = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}`;
after(() => hooks.close());

const lines: string[] = [];
const callers = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

/** One paid lookup, one with a caller's trace, a refusal, and a bulk job with a webhook; then a stop, which sends the rest. */
async function walk() {
  await waterfall.begin();
  await waterfall.askOnly(['prospeo']);
  const service = await waterfall.another({
    log: openLog('info', { write: (line) => void lines.push(line) }),
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-token',
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      SITE_STAND_INS: `https://hooks.example.com=${hooksUrl}`,
    },
  });
  await service.app.work();
  const customer = await waterfall.accountWith(9);
  const { key } = customer;
  const ask = (name: string, headers = {}) =>
    service.withKey(key, 'POST', '/api/v1/find', { profile_url: `linkedin.com/in/${name}` }, headers);
  const found = await ask('asha-example');
  const { traceId, spanId } = callers;
  await ask('ravi-example', { traceparent: `00-${traceId}-${spanId}-01` });
  await ask('dev-example', { traceparent: `00-${traceId}-${spanId}-00` });
  await service.request('POST', '/api/v1/find?name=Asha', {
    headers: { authorization: 'Bearer wrong' },
    body: {},
  });
  const made = await service.withKey(key, 'POST', '/api/v1/jobs', {
    profiles: [{ profile_url: 'linkedin.com/in/meera-example' }],
    webhook_url: `${hooksUrl}/hook`,
  });
  assert.equal(found.json().credits.charged, 1, found.body);
  assert.ok(made.statusCode < 300, made.body);
  // A stop before the answer is noted would end the attempt as failed.
  await eventually(async () => {
    const { rows } = await waterfall.service.database.pool.query('select status from webhook_delivery');
    assert.deepEqual(rows, [{ status: 'delivered' }]);
  });
  await service[Symbol.asyncDispose]();
  return { customer, answer: found.json() };
}

const { customer, answer } = await walk();
const { spans } = collector.received;

const named = (name: string, within: readonly ReceivedSpan[] = spans) => {
  const span = within.find((one) => one.name === name);
  assert.ok(span, `no span ${name} among ${within.map((one) => one.name).join(', ')}`);
  return span;
};
const childrenOf = ({ spanId }: ReceivedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);
const traceOf = ({ traceId }: ReceivedSpan) => spans.filter((one) => one.traceId === traceId);

test('a paid lookup is one trace: the request, its batches, their statements, and the source', () => {
  const request = named('POST /api/v1/find');
  assert.equal(request.parentSpanId, '');
  assert.deepEqual(request.attributes, {
    'http.request.method': 'POST',
    'http.route': '/api/v1/find',
    'http.response.status_code': 200,
  });
  const batch = named('batch lookup_answer', childrenOf(request));
  assert.equal(batch.attributes['contactry.batch.items'], 1);
  assert.ok(Number(batch.attributes['contactry.batch.wait_ms']) >= 0);
  const statement = named('select lookup_answer_batch', childrenOf(batch));
  assert.deepEqual(statement.attributes, { 'db.system.name': 'postgresql' });
  const source = named('source prospeo', traceOf(request));
  assert.equal(source.parentSpanId, request.spanId);
  assert.equal(source.attributes['contactry.source.outcome'], 'found');
  assert.ok(Number(source.attributes['contactry.source.paise']) > 0);
  assert.ok(traceOf(request).every((one) => one === request || one.parentSpanId !== ''));
});

test("a caller's trace continues, and is recorded only if the caller records it", () => {
  const continued = spans.filter(({ traceId }) => traceId === callers.traceId);
  const requests = continued.filter(({ name }) => name === 'POST /api/v1/find');
  assert.deepEqual(
    requests.map(({ parentSpanId }) => parentSpanId),
    [callers.spanId],
  );
});

test('a refusal has its code, and is no failure of the service', () => {
  const refused = spans.find(({ attributes }) => attributes['http.response.status_code'] === 401);
  assert.equal(refused?.name, 'POST /api/v1/find');
  assert.equal(refused.attributes['error.type'], 'invalid_key');
  assert.equal(refused.hasFailed, false);
});

test('a bulk job and its webhook continue the trace of their request, and the receiver gets no id of it', () => {
  const request = named('POST /api/v1/jobs');
  const job = named('jobs.work', traceOf(request));
  assert.equal(job.attributes['contactry.job.items'], 1);
  const delivery = named('deliver', traceOf(request));
  assert.equal(delivery.attributes['http.response.status_code'], 200);
  assert.match(String(delivery.attributes['contactry.message']), /^\w+$/);
  assert.deepEqual(hooked, [undefined]);
});

test('no span and no metric has a contact value, a key, an account, a link, a parameter or a secret', () => {
  const { text } = collector.received;
  const secret = [
    customer.key,
    customer.keyId,
    customer.accountId,
    'asha',
    'ravi',
    'meera',
    'wrong',
    hooksUrl,
  ];
  const contacts = [...answer.emails, ...answer.phones].map(({ address, number }) => address ?? number);
  assert.ok(contacts.length > 0);
  for (const word of [...secret, ...contacts, 'collector-token'])
    assert.ok(!text.toLowerCase().includes(String(word).toLowerCase()), `${word} was sent`);
  assert.doesNotMatch(text.replaceAll(/"(traceId|spanId|parentSpanId)":"[^"]*"/g, ''), /@|\+\d{8}|\$\d/);
});

test('the collector gets what /metrics shows, with the configured headers', async () => {
  const { metrics, headers } = collector.received;
  const sent = new Map<string, { sum?: { dataPoints: { asDouble: number }[] }; histogram?: unknown }>(
    metrics.at(-1).resourceMetrics[0].scopeMetrics[0].metrics.map((one: { name: string }) => [one.name, one]),
  );
  const shown = (await waterfall.service.app.metrics.metrics()).matchAll(/^# TYPE (contactry_\w+) /gm);
  for (const [, name] of shown) assert.ok(sent.has(name!), `${name} is missing`);
  assert.equal(sent.get('contactry_credits_charged_total')!.sum!.dataPoints[0]!.asDouble >= 1, true);
  const {
    histogram: { dataPoints },
  } = sent.get('contactry_http_answer_seconds') as {
    histogram: { dataPoints: { count: number; bucketCounts: number[]; explicitBounds: number[] }[] };
  };
  for (const { count, bucketCounts, explicitBounds } of dataPoints) {
    assert.equal(
      bucketCounts.reduce((sum, one) => sum + Number(one), 0),
      count,
    );
    assert.equal(bucketCounts.length, explicitBounds.length + 1);
  }
  for (const one of headers)
    assert.equal((one as { authorization: string }).authorization, 'Bearer collector-token');
});

test('each line of a request has the ids of its span; that of one that the caller does not record, the trace alone', () => {
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  assert.ok(answered.length >= 5);
  const recorded = new Map(spans.map(({ spanId, traceId }) => [spanId, traceId]));
  const others = answered.filter(({ trace_id, span_id }) => recorded.get(span_id) !== trace_id);
  assert.deepEqual(
    others.map(({ trace_id, span_id }) => [trace_id, span_id]),
    [[callers.traceId, undefined]],
  );
});
