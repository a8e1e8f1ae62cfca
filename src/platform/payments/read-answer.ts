import type { Static, TSchema } from 'typebox';
import { Misfit, readJson } from '#core/vendor-json.ts';
import type { VendorResult } from '#platform/outgoing/index.ts';
import { ProviderFailure } from './port.ts';

/** An answer of a provider that isn't 2xx. */
export interface Refusal {
  code: string | null;
  /** Null if it says nothing. */
  words: string | null;
  /** Where its words or its code say more than the status. */
  kind?: ProviderFailure['kind'] | undefined;
  /** The operator's way to repair credentials and missing features. */
  hint: string;
}

export interface ProviderCall {
  /** For messages: `Acmepay`. */
  provider: string;
  /** For messages: `POST /orders`. */
  call: string;
  refusalOf(json: unknown): Refusal;
}

/**
 * The answer to a call, as far as the schema reads it. Throws a `ProviderFailure` for everything else. Its message says nothing about
 * the buyer.
 */
export function readAnswer<Answer extends TSchema>(
  result: VendorResult,
  answer: Answer,
  { provider, call, refusalOf }: ProviderCall,
): Static<Answer> {
  if ('failure' in result) {
    const { failure, because, status } = result;
    const why = because === 'paused' ? 'rate_limited' : failure;
    const seen = status === undefined ? '' : ` (status ${status})`;
    throw new ProviderFailure('unreachable', `${provider} did not answer ${call}: ${why}${seen}`, why);
  }
  const { status, json } = result;
  if (status >= 200 && status < 300) {
    const isReadable = typeof json === 'object' && json !== null;
    const read = readJson(answer, json);
    if (isReadable && !(read instanceof Misfit)) return read;
    const problem = isReadable ? `has no ${(read as Misfit).expected}` : 'is not JSON';
    throw new ProviderFailure('unreachable', `${provider}'s answer to ${call} ${problem}`);
  }
  const { code, words, kind: saidKind, hint } = refusalOf(json);
  const kind = status === 401 || status === 403 ? 'misconfigured' : (saidKind ?? kindOf(status));
  const said = words ?? `status ${status}`;
  const help = kind === 'misconfigured' ? ` ${hint}` : '';
  throw new ProviderFailure(kind, `${provider} refused ${call}: ${said}${help}`, code);
}

/** A redirect is no answer of an API. 409: the same call is in progress. */
const kindOf = (status: number): ProviderFailure['kind'] =>
  status < 400 || status >= 500 || [408, 409, 429].includes(status) ? 'unreachable' : 'refused';
