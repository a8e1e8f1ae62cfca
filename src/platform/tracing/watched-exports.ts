import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '#core/context.ts';
import type { Metrics } from '../metrics/open-metrics.ts';

type Heard = (error: Error | null) => void;

/** One line when the collector begins to refuse or stops answering, and one when it takes them again. */
export const watchExport =
  (log: Log, collector: string) =>
  (what: string): Heard => {
    let isFailing = false;
    return (error) => {
      if ((error !== null) === isFailing) return;
      isFailing = error !== null;
      if (error)
        log.warn(
          { collector, error },
          `${what} can't be sent to the collector and are dropped until it takes them. Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS`,
        );
      else log.info({ collector }, `the collector takes ${what} again`);
    };
  };

/** Ended spans that may wait for the collector. Further ones are dropped. */
const queueMax = 2_048;

/** The SDK's own limit is for a silent collector: one that sends a byte now and then is never given up. */
const answerMs = 10_000;

function exportInTime(
  exporter: SpanExporter,
  spans: ReadableSpan[],
  ms: number,
  done: Parameters<SpanExporter['export']>[1],
): void {
  let isOver = false;
  const end: typeof done = (result) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(late);
    done(result);
  };
  const error = new Error(`The collector did not end its answer within ${ms / 1000} seconds`);
  const late = setTimeout(() => end({ code: 1, error }), ms).unref();
  exporter.export(spans, end);
}

/** Sends spans in batches, and counts each as sent, failed or dropped. */
export function boundedSpans(
  exporter: SpanExporter,
  heard: Heard,
  count: Metrics['spansEnded'],
  limits: { queueMax?: number; delayMs?: number; answerMs?: number } = {},
): BatchSpanProcessor {
  const maxQueueSize = limits.queueMax ?? queueMax;
  let waiting = 0;
  const send: SpanExporter['export'] = (spans, done) => {
    exportInTime(exporter, spans, limits.answerMs ?? answerMs, (result) => {
      waiting -= spans.length;
      count(result.error ? 'failed' : 'sent', spans.length);
      heard(result.error ?? null);
      done(result);
    });
  };
  const counted: SpanExporter = { export: send, shutdown: () => exporter.shutdown() };
  return new (class extends BatchSpanProcessor {
    override onEnd(span: ReadableSpan): void {
      if (waiting >= maxQueueSize) count('dropped', 1);
      else {
        waiting += 1;
        super.onEnd(span);
      }
    }
  })({ exporter: counted, maxQueueSize, scheduledDelayMillis: limits.delayMs ?? 2_000 });
}
