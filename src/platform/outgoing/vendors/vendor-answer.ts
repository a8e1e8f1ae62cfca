import { isTooDeep } from '#core/json-nesting.ts';
import type { Exchanged, ExchangeFailure, Headers } from '../exchange/exchange.ts';
import type { Health } from './vendor-breaker.ts';

export interface VendorAnswer {
  status: number;
  /** Lower-case names; repeated headers joined by a comma. */
  headers: Headers;
  /** The parsed body; null when there is none or it isn't JSON. */
  json: unknown;
  text: string;
  /** The vendor's limit was reached: nothing will be asked before this. */
  retryAt?: Date;
  /** Milliseconds on the network. */
  ms: number;
}

export interface VendorFailure {
  failure: 'timeout' | 'network' | 'too_large' | 'malformed' | 'breaker_open' | 'aborted';
  /** True when the vendor may have received the request: a paid call may have been charged. */
  sent: boolean;
  /** For `breaker_open`: whether the vendor keeps failing or asked for a rest (its rate limit). */
  because?: 'failing' | 'paused';
  /** For `breaker_open`: the earliest useful time to ask again. */
  retryAt?: Date;
  /** The status that came before the answer turned out unusable. */
  status?: number;
  /** An error code for the log; never a value from the answer. */
  code?: string;
  ms: number;
}

export type VendorResult = VendorAnswer | VendorFailure;

export const isFailure = (result: VendorResult): result is VendorFailure => 'failure' in result;

/** Turns bytes into an answer. A success that claims to be JSON and isn't is `malformed`. */
export function answerOf(exchanged: Exchanged): VendorResult {
  if (!exchanged.ok) return failureOf(exchanged);

  const { status, headers, body } = exchanged;
  const text = new TextDecoder().decode(body);
  const ms = Math.round(exchanged.ms);
  const json = isTooDeep(body) ? undefined : parseJson(text);
  const claimsJson = /[/+]json\b/i.test(headers['content-type'] ?? '');
  if (claimsJson && text !== '' && json === undefined && status < 300) {
    return { failure: 'malformed', sent: true, status, code: 'not_json', ms };
  }
  return { status, headers, json: json ?? null, text, ms };
}

/**
 * What an answer says of the vendor: 5xx, silence and broken connections are failures, a 4xx is an answer. Silence
 * counts only when the vendor had at least half of the call's time; the rest may have gone on waiting for a turn.
 */
export function healthOf(result: VendorResult, timeoutMs: number): Health {
  if (!isFailure(result)) return result.status >= 500 ? 'failing' : 'well';
  if (result.failure === 'network') return 'failing';
  if (result.failure === 'aborted') return 'unknown';
  if (result.failure !== 'timeout') return 'well';
  return result.code === 'UND_ERR_CONNECT_TIMEOUT' || result.ms * 2 >= timeoutMs ? 'failing' : 'unknown';
}

function failureOf({ failure, sent, status, code, ms }: Exchanged & { ok: false }): VendorFailure {
  const broken = code.startsWith('HPE_');
  return {
    failure: broken ? 'malformed' : wording[failure],
    sent,
    ...(status !== null && { status }),
    code,
    ms: Math.round(ms),
  };
}

const wording: Record<ExchangeFailure, VendorFailure['failure']> = {
  timeout: 'timeout',
  network: 'network',
  too_large: 'too_large',
  undecodable: 'malformed',
  aborted: 'aborted',
  address_refused: 'network',
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
