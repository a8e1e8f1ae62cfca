import { isDeepStrictEqual } from 'node:util';
import type { AgentAnswer } from '#core/answers/agent-endpoint.ts';

/** All that the SDK sees of a message. */
export interface Seen {
  publicUrl: string;
  protocolHeaders: Readonly<Record<string, string>>;
  message: Record<string, unknown>;
}

type Id = string | number;

/** A call that the SDK accepts if it has accepted one of the same form. */
export interface PlainCall {
  id: Id;
  /** Everything that the SDK sees, without the id, the arguments, and members of `_meta` that it only passes on. */
  form: string;
}

/** Null for every other message, and if the id or the arguments may be refused. */
export function plainCallOf({ publicUrl, protocolHeaders, message }: Seen): PlainCall | null {
  const { id, params, ...envelope } = message;
  if (envelope.method !== 'tools/call' || !isScalar(id) || !isObject(params)) return null;
  const { arguments: given = {}, _meta, ...call } = params;
  // The SDK drops an argument with that name.
  if (!isObject(given) || Object.hasOwn(given, '__proto__')) return null;
  const meta = isObject(_meta) ? withoutPassedOn(_meta) : _meta;
  const form = JSON.stringify({ publicUrl, protocolHeaders, envelope, call, meta });
  return form.length <= formLengthMax ? { id, form } : null;
}

const formLengthMax = 2_000;

/** A valid id, and a valid token of progress. */
const isScalar = (value: unknown): value is Id => typeof value === 'string' || Number.isSafeInteger(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of `_meta` that differ from call to call. The SDK passes them on, and our tools don't read them. */
const passedOn = new Set(['progressToken', 'traceparent', 'tracestate', 'baggage']);

function withoutPassedOn(meta: Record<string, unknown>): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  for (const name of Object.keys(meta))
    if (!passedOn.has(name) || !isScalar(meta[name])) rest[name] = meta[name];
  return rest;
}

/** More than the programs of agents have. A form that was dropped is learned again. */
const knownMax = 1_000;

/**
 * The forms of calls that the SDK has accepted, each with the members that it added to the result of the tool. The SDK answers the
 * first call of each form, so only the SDK decides which calls are accepted and how an answer looks.
 */
export class KnownCalls {
  readonly #additions = new Map<string, string>();

  /** Null if the form isn't known. */
  additionsTo(form: string): string | null {
    return this.#additions.get(form) ?? null;
  }

  /** @param result what the tool returned, as JSON; `answer` is what the SDK made of it */
  learn({ id, form }: PlainCall, result: string, answer: AgentAnswer): void {
    const answered = JSON.parse(answer.json);
    const own = JSON.parse(result);
    const added = Object.entries(answered.result ?? {}).filter(([name]) => !(name in own));
    const additions = added
      .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join('');
    if (!isDeepStrictEqual(JSON.parse(answerText(id, result, additions)), answered)) return;
    this.#additions.set(form, additions);
    if (this.#additions.size > knownMax) this.#additions.delete(this.#additions.keys().next().value!);
  }
}

/** A JSON-RPC answer with the result of a tool. */
export const answerText = (id: Id, result: string, additions: string): string =>
  `{"result":${result.slice(0, -1)}${additions}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
