import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** A caller's `traceparent` (W3C Trace Context). Its trace is passed on to logs, vendors and webhooks. */
export interface Trace {
  traceId: string;
  parentId: string;
  flags: string;
}

const current = new AsyncLocalStorage<Trace>();

const form = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/;

/** Null for a header that is missing or malformed: it is ignored (W3C Trace Context §4.3). */
export function readTrace(header: unknown): Trace | null {
  if (typeof header !== 'string') return null;
  const [, traceId, parentId, flags] = form.exec(header) ?? [];
  return traceId ? { traceId, parentId: parentId!, flags: flags! } : null;
}

/** Runs `work` as a part of the trace. Without one it just runs. */
export const inTrace = <Result>(trace: Trace | null, work: () => Result): Result =>
  trace ? current.run(trace, work) : work();

/** For the log. */
export const traceFields = (): { traceId?: string } => {
  const trace = current.getStore();
  return trace ? { traceId: trace.traceId } : {};
};

/** To store with work that continues later. */
export function currentTraceparent(): string | null {
  const trace = current.getStore();
  return trace ? `00-${trace.traceId}-${trace.parentId}-${trace.flags}` : null;
}

/** Headers of an outgoing request: the same trace, with this request as the parent. */
export function traceHeaders(): { traceparent?: string } {
  const trace = current.getStore();
  return trace ? { traceparent: `00-${trace.traceId}-${randomBytes(8).toString('hex')}-${trace.flags}` } : {};
}
