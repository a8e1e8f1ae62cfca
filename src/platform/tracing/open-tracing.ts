import type { Log } from '#core/context.ts';
import type { Config } from '#core/environment.ts';
import { noTracer, type Tracer } from '#core/tracing/span.ts';
import type { Metrics } from '../metrics/open-metrics.ts';

export interface TracingOptions {
  config: Config;
  metrics: Metrics;
  log: Log;
  version: string;
  processId: string;
}

/** Sends traces and metrics to the configured collector. Without one, OpenTelemetry's packages aren't loaded. `stack` sends the rest. */
export async function openTracing(options: TracingOptions, stack: AsyncDisposableStack): Promise<Tracer> {
  if (!options.config.OTEL_EXPORTER_OTLP_ENDPOINT) return noTracer;
  const { openOtlp } = await import('./open-otlp.ts');
  return openOtlp(options, stack);
}
