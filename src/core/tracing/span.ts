import { type Attributes, currentSpan, inTrace, type Span, type SpanKind, type Trace } from './trace.ts';

export interface Tracer {
  /** The trace for work that comes from outside, as a part of `parent` or a new one. Its span, if it has one, must be ended. */
  begin(kind: SpanKind, name: string, parent: Trace | null): Trace | null;
}

/** Records nothing. A caller's trace is still passed on. */
export const noTracer: Tracer = { begin: (_kind, _name, parent) => parent };

/** Ends the span with the promise, with attributes of its result. Without a span, it is the same promise. */
export const timed = <Result>(
  span: Span | null,
  promise: Promise<Result>,
  attributesOf?: (result: Result) => Attributes,
): Promise<Result> => (span ? ended(span, promise, attributesOf) : promise);

async function ended<Result>(
  span: Span,
  promise: Promise<Result>,
  attributesOf?: (result: Result) => Attributes,
): Promise<Result> {
  let hasFailed = true;
  try {
    const result = await promise;
    hasFailed = false;
    if (attributesOf) span.set(attributesOf(result));
    return result;
  } finally {
    span.end(hasFailed);
  }
}

/** Runs work in its trace until it ends. */
export const inSpan = <Result>(
  trace: Trace | null,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> => {
  trace?.span?.set(attributes);
  return timed(trace?.span ?? null, inTrace(trace, work));
};

const names = new Map<string, string>();
const namesMax = 2_000;
const verb = /^\s*(\w+)/;
const target = /\b(?:from|into|update)\s+"?([a-z_]\w*)/i;
const called = /\bselect\s+([a-z_]\w*)\(/i;

/** The verb and the first table or function, such as `select lookup_answer_batch`. A text has no values, which are parameters. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = [verb, target, called]
    .map((part) => part.exec(text)?.[1])
    .filter((part) => part !== undefined)
    .slice(0, 2)
    .join(' ');
  if (names.size >= namesMax) names.clear();
  names.set(text, name);
  return name;
}

/** A statement of what runs now. Null if that isn't recorded. */
export function beginStatement(text: string): Span | null {
  const span = currentSpan()?.child('statement', nameOf(text)) ?? null;
  span?.set({ 'db.system.name': 'postgresql' });
  return span;
}
