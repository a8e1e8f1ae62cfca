import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { ConfigurationError, readConfig } from '#app/start/config.ts';
import type { Log } from '#core/context.ts';
import { currentTraceparent, inTrace, readTrace, storedTrace, traceHeaders } from '#core/tracing/trace.ts';
import { eventually } from '#test/support/eventually.ts';
import { openReceiver } from '#test/support/otlp/receiver.ts';
import { openOtlp } from './open-otlp.ts';
import { openSampling } from './sampling.ts';
import { boundedSpans } from './watched-exports.ts';

const collectors: [value: string, remedy: RegExp][] = [
  ['collector:4318', /starts with http/],
  ['grpc://collector:4318', /starts with http/],
  ['http://collector:4317', /gRPC.*4318/],
  ['http://collector:4318/v1/traces', /must end before \/v1\/traces/],
  ['http://me:secret@collector:4318', /OTEL_EXPORTER_OTLP_HEADERS/],
  ['http://collector:4318?token=a', /remove the part after/],
];
for (const [value, remedy] of collectors) {
  test(`the collector ${value} is refused at the start, with what to do`, () => {
    assert.throws(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: value }), remedy);
  });
}

test('a header that is refused is not repeated, since it is a secret', () => {
  const refused = (value: string) => {
    try {
      readConfig({ OTEL_EXPORTER_OTLP_HEADERS: value });
    } catch (error) {
      assert.ok(error instanceof ConfigurationError);
      return error.message;
    }
    return assert.fail('it was accepted');
  };
  for (const value of ['hush', 'authorization=hush%zz', 'a b=hush'])
    assert.doesNotMatch(refused(value), /hush/);
  const { OTEL_EXPORTER_OTLP_HEADERS: headers } = readConfig({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%3D, x-team=b',
  });
  assert.deepEqual(headers, { authorization: 'Bearer a=', 'x-team': 'b' });
});

const parentOf = (flags: string) => readTrace(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}`);

test('a share of new traces is recorded, and callers decide about theirs', () => {
  const isSampled = openSampling('parentbased_traceidratio', 0.25, { random: () => 0.3 });
  assert.equal(isSampled(null), false);
  assert.equal(openSampling('parentbased_traceidratio', 0.5, { random: () => 0.3 })(null), true);
  assert.equal(isSampled(parentOf('00')), false);
  assert.equal(isSampled(parentOf('01')), true);
  assert.equal(openSampling('always_off', 1)(parentOf('01')), false);
  assert.equal(openSampling('always_on', 0)(parentOf('00')), true);
});

test('callers get at most 100 traces recorded per second', () => {
  let nowMs = 0;
  const isSampled = openSampling('parentbased_traceidratio', 0.01, { now: () => nowMs });
  const recorded = () => Array.from({ length: 150 }, () => isSampled(parentOf('01'))).filter(Boolean).length;
  assert.equal(recorded(), 100);
  nowMs = 999;
  assert.equal(recorded(), 0);
  nowMs = 1000;
  assert.equal(recorded(), 100);
});

test('a sampler by the id records no more than that because of callers', () => {
  const isSampled = openSampling('traceidratio', 0.5, { now: () => 0 });
  const parent = readTrace(`00-${'0'.repeat(31)}1-${'b'.repeat(16)}-00`);
  const recorded = Array.from({ length: 150 }, () => isSampled(parent)).filter(Boolean).length;
  assert.equal(recorded, 100);
});

test('a stored trace is continued, and only a callers trace is passed on', () => {
  const callers = parentOf('01')!;
  for (const trace of [callers, { ...callers, isCallers: false }]) {
    const stored = storedTrace(inTrace(trace, currentTraceparent));
    assert.equal(stored?.traceId, trace.traceId);
    assert.equal(inTrace(stored, traceHeaders).traceparent !== undefined, trace.isCallers);
  }
});

/** A tracer alone, with what it counts and logs. */
async function openTracerFor(endpoint: string) {
  const counts: Record<string, number> = {};
  const lines: string[] = [];
  const say = (_: object, message: string) => void lines.push(message);
  const log: Log = { debug: say, info: say, warn: say, error: say };
  const stack = new AsyncDisposableStack();
  const config = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'always_on' });
  const metrics = {
    registry: { getMetricsAsJSON: async () => [] },
    spansEnded: (outcome: string, count: number) => {
      counts[outcome] = (counts[outcome] ?? 0) + count;
    },
  };
  const tracer = openOtlp({ config, metrics: metrics as never, log, version: '1', processId: 'a' }, stack);
  const end = (spans: number) => {
    for (let at = 0; at < spans; at += 1) tracer.begin('job', 'a job', null)!.span!.end();
  };
  return { end, counts, lines, stack };
}

test('a collector that does not answer gets 2,048 spans at most; the others are dropped and counted', async () => {
  using collector = await openReceiver({ answer: null });
  const { end, counts, stack } = await openTracerFor(collector.url);
  end(5_000);
  assert.equal(counts.dropped, 5_000 - 2_048);
  await stack.disposeAsync();
  assert.equal(counts.sent, undefined);
});

test('a collector that refuses is named once in the log, and what it lost is counted', async () => {
  using collector = await openReceiver({ answer: 400 });
  const { end, counts, lines, stack } = await openTracerFor(collector.url);
  end(600);
  await eventually(async () => assert.equal(counts.failed, 600));
  assert.equal(lines.filter((line) => line.startsWith("traces can't be sent")).length, 1);
  collector.state.answer = 200;
  end(600);
  await stack.disposeAsync();
  assert.equal(counts.sent, 600);
  assert.equal(lines.filter((line) => line.startsWith('the collector takes traces')).length, 1);
});

test('an export whose answer does not end in time has failed, and makes room for others', async () => {
  const counts: Record<string, number> = {};
  const heard: (Error | null)[] = [];
  const spans = boundedSpans(
    { export: () => {}, shutdown: async () => {} },
    (error) => void heard.push(error),
    (outcome, count) => {
      counts[outcome] = (counts[outcome] ?? 0) + count;
    },
    { queueMax: 4, delayMs: 1, answerMs: 1 },
  );
  const tracer = new TracerProvider({ sampler: new AlwaysOnSampler(), spanProcessors: [spans] }).getTracer(
    'a',
  );
  const end = () => {
    for (let at = 0; at < 4; at += 1) tracer.startSpan('a').end();
  };
  end();
  await eventually(async () => assert.equal(counts.failed, 4));
  end();
  await eventually(async () => assert.equal(counts.failed, 8));
  assert.equal(counts.dropped, undefined);
  assert.match(heard[0]!.message, /did not end its answer/);
});

test("without a collector, nothing of OpenTelemetry's SDK is loaded", () => {
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) { if (/^@opentelemetry.(?!api$)/.test(name)) throw new Error(name); return next(name, context); } });
    await import('#app/app.ts');
    const { openTracing } = await import('#platform/tracing/open-tracing.ts');
    const { noTracer } = await import('#core/tracing/span.ts');
    const tracer = await openTracing({ config: { OTEL_EXPORTER_OTLP_ENDPOINT: '' } }, null);
    if (tracer !== noTracer) throw new Error('another tracer');`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});
