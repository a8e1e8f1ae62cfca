import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { waitAtMost } from '#core/concurrency/wait-at-most.ts';
import type { Tracer } from '#core/tracing/span.ts';
import { openTracer } from './open-tracer.ts';
import type { TracingOptions } from './open-tracing.ts';
import { metricsOf } from './registry-metrics.ts';
import { openSampling } from './sampling.ts';
import { boundedSpans, watchExport } from './watched-exports.ts';

/** One request to the collector, with its repeats. */
const timeoutMillis = 5_000;
/** Traces and metrics that wait when the process stops. */
const flushMs = 3_000;

/** OpenTelemetry's SDK: what it sends, to where, and how much may wait. */
export function openOtlp(options: TracingOptions, stack: AsyncDisposableStack): Tracer {
  const { config, metrics, log, version, processId } = options;
  const resource = resourceFromAttributes({
    'service.name': config.OTEL_SERVICE_NAME,
    'service.version': version,
    'service.instance.id': processId,
  });
  const to = (path: string) => ({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/${path}`,
    headers: { ...config.OTEL_EXPORTER_OTLP_HEADERS },
    timeoutMillis,
  });
  const watch = watchExport(log, config.OTEL_EXPORTER_OTLP_ENDPOINT);
  const spans = boundedSpans(new OTLPTraceExporter(to('traces')), watch('traces'), metrics.spansEnded);
  const tracers = new TracerProvider({ resource, sampler: new AlwaysOnSampler(), spanProcessors: [spans] });
  const exporter = new OTLPMetricExporter(to('metrics'));
  const send = exporter.export.bind(exporter);
  const heard = watch('metrics');
  exporter.export = (batch, done) =>
    send(batch, (result) => {
      heard(result.error ?? null);
      done(result);
    });
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: config.OTEL_METRIC_EXPORT_INTERVAL,
    exportTimeoutMillis: Math.min(config.OTEL_METRIC_EXPORT_INTERVAL, timeoutMillis),
    metricProducers: [{ collect: () => metricsOf(metrics.registry, resource) }],
  });
  const meters = new MeterProvider({ resource, readers: [reader] });
  stack.defer(() => waitAtMost(flushMs, Promise.allSettled([tracers.shutdown(), meters.shutdown()])));
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  return openTracer(tracers.getTracer('contactry', version), openSampling(sampler, ratio));
}
