import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** The trace that work belongs to (W3C Trace Context): a caller's, or one of ours that is recorded. */
export interface Trace {
  traceId: string;
  /** The parent of what happens next. */
  spanId: string;
  flags: string;
  /** A caller sent it, so vendors and webhooks get its id as well. They never get an id that began here. */
  isCallers: boolean;
  /** The one that `spanId` names, if it is ours. Null where nothing is recorded: tracing is off, or this trace isn't sampled. */
  span: Span | null;
}

/** Everything that a span may say. No account, key, contact value, path or parameter is among it. */
export interface Attributes {
  'http.request.method'?: string;
  'http.route'?: string;
  'http.response.status_code'?: number;
  /** The code of a refusal or failure. */
  'error.type'?: string;
  'db.system.name'?: 'postgresql';
  'contactry.batch.items'?: number;
  /** How long the first recorded call waited for the batch to start. */
  'contactry.batch.wait_ms'?: number;
  'contactry.source'?: string;
  'contactry.source.outcome'?: string;
  'contactry.source.paise'?: number;
  'contactry.job.attempt'?: number;
  'contactry.job.items'?: number;
  /** The id of an account's webhook endpoint. */
  'contactry.endpoint'?: string;
  'contactry.message'?: string;
}

export type SpanKind = 'request' | 'batch' | 'statement' | 'source' | 'job' | 'delivery';

/** A recorded part of a trace, with its time. */
export interface Span {
  /** The trace of everything that runs within it. */
  readonly trace: Trace;
  child(kind: SpanKind, name: string): Span;
  link(other: Span): void;
  set(attributes: Attributes): void;
  rename(name: string): void;
  end(hasFailed?: boolean): void;
}

const current = new AsyncLocalStorage<Trace | null>();

const form = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** Null for a header that is missing or malformed: it is ignored (W3C Trace Context §4.3). */
export function readTrace(header: unknown): Trace | null {
  if (typeof header !== 'string') return null;
  const [, traceId, spanId, flags] = form.exec(header) ?? [];
  return traceId ? { traceId, spanId: spanId!, flags: flags!, isCallers: true, span: null } : null;
}

/** Runs `work` as a part of the trace. Without one it just runs. */
export const inTrace = <Result>(trace: Trace | null, work: () => Result): Result =>
  trace ? current.run(trace, work) : work();

/** The same, but without a trace it runs in none, also if its caller has one. */
export const inTraceAlone = <Result>(trace: Trace | null, work: () => Result): Result =>
  (current.getStore() ?? null) === trace ? work() : current.run(trace, work);

export const currentSpan = (): Span | null => current.getStore()?.span ?? null;

/** For the log, by OpenTelemetry's names. */
export const traceFields = (trace = current.getStore()): { trace_id?: string; span_id?: string } => {
  if (!trace) return {};
  return trace.span ? { trace_id: trace.traceId, span_id: trace.spanId } : { trace_id: trace.traceId };
};

const oursEnding = '-ours';

/** To store with work that continues later. */
export function currentTraceparent(): string | null {
  const trace = current.getStore();
  if (!trace) return null;
  return `00-${trace.traceId}-${trace.spanId}-${trace.flags}${trace.isCallers ? '' : oursEnding}`;
}

/** The trace of a text that `currentTraceparent` returned. */
export function storedTrace(text: string | null): Trace | null {
  const trace = readTrace(text);
  return trace && { ...trace, isCallers: !text!.endsWith(oursEnding) };
}

/** Headers of an outgoing request: the caller's trace with a random parent, since our own spans are none of the receiver's business. */
export function traceHeaders(): { traceparent?: string } {
  const trace = current.getStore();
  return trace?.isCallers
    ? { traceparent: `00-${trace.traceId}-${randomBytes(8).toString('hex')}-${trace.flags}` }
    : {};
}
