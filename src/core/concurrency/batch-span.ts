import { currentSpan, type Span } from '../tracing/trace.ts';

/** A call of a batch whose trace is recorded. */
export interface Recorded {
  span: Span;
  sinceMs: number;
}

/** Null if what calls isn't recorded. */
export function recordedCall(): Recorded | null {
  const span = currentSpan();
  return span && { span, sinceMs: performance.now() };
}

/** A part of the first recorded call's span, linked with the other calls' spans both ways. Null if no call is recorded. */
export function beginBatch(name: string, calls: readonly { recorded: Recorded | null }[]): Span | null {
  const first = calls.find(({ recorded }) => recorded)?.recorded;
  if (!first) return null;
  const batch = first.span.child('batch', `batch ${name}`);
  for (const { recorded } of calls) {
    if (!recorded || recorded.span === first.span) continue;
    batch.link(recorded.span);
    recorded.span.link(batch);
  }
  batch.set({
    'contactry.batch.items': calls.length,
    'contactry.batch.wait_ms': performance.now() - first.sinceMs,
  });
  return batch;
}
