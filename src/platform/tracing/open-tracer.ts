import {
  type Context,
  trace as inContext,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanKind as Side,
  SpanStatusCode,
} from '@opentelemetry/api';
import type { Tracer } from '#core/tracing/span.ts';
import type { Attributes, Span, SpanKind, Trace } from '#core/tracing/trace.ts';
import type { Sampling } from './sampling.ts';

const sides: Record<SpanKind, Side> = {
  request: Side.SERVER,
  batch: Side.INTERNAL,
  statement: Side.CLIENT,
  source: Side.CLIENT,
  job: Side.CONSUMER,
  delivery: Side.CLIENT,
};

/** Records what is sampled. The rest is as cheap as without a collector: it has no trace, or keeps its caller's. */
export function openTracer(tracer: OtelTracer, isSampled: Sampling): Tracer {
  return {
    begin(kind, name, parent) {
      if (!isSampled(parent)) return parent;
      return new RecordedSpan(tracer, contextOf(parent), kind, name, parent?.isCallers ?? false).trace;
    },
  };
}

function contextOf(parent: Trace | null): Context {
  if (!parent) return ROOT_CONTEXT;
  const { traceId, spanId } = parent;
  return inContext.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1, isRemote: true });
}

class RecordedSpan implements Span {
  readonly trace: Trace;
  readonly #tracer: OtelTracer;
  readonly #span: OtelSpan;

  constructor(tracer: OtelTracer, parent: Context, kind: SpanKind, name: string, isCallers: boolean) {
    this.#tracer = tracer;
    this.#span = tracer.startSpan(name, { kind: sides[kind] }, parent);
    const { traceId, spanId } = this.#span.spanContext();
    this.trace = { traceId, spanId, flags: '01', isCallers, span: this };
  }

  child(kind: SpanKind, name: string): Span {
    const parent = inContext.setSpan(ROOT_CONTEXT, this.#span);
    return new RecordedSpan(this.#tracer, parent, kind, name, this.trace.isCallers);
  }

  link({ trace: { traceId, spanId } }: Span): void {
    this.#span.addLink({ context: { traceId, spanId, traceFlags: 1 } });
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes({ ...attributes });
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  end(hasFailed = false): void {
    if (hasFailed) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}
