import { isTooDeep } from '#core/input/parse-json.ts';
import type { Exchanged, ExchangeFailure, Headers } from '../exchange/exchange.ts';
import type { Health } from './vendor-health.ts';

export interface VendorAnswer {
  status: number;
  /** Lower-case names. Repeated headers are joined with commas. */
  headers: Headers;
  /** The parsed body; null if there is none or it isn't JSON. */
  json: unknown;
  text: string;
  /** The vendor's rate limit was reached. No request is sent before this. */
  retryAt?: Date;
  /** Network time in milliseconds. */
  ms: number;
}

export interface VendorFailure {
  failure: 'timeout' | 'network' | 'too_large' | 'malformed' | 'breaker_open' | 'aborted';
  /** True if the vendor may have received the request, so that a paid call may have been charged. */
  sent: boolean;
  /** For `breaker_open`: `failing` if the vendor keeps failing, `paused` if it asked us to slow down. */
  because?: 'failing' | 'paused';
  /** For `breaker_open`: the earliest time to try again. */
  retryAt?: Date;
  /** The status, if one arrived before the response turned out unusable. */
  status?: number;
  /** An error code for the log. Never content of the response. */
  code?: string;
  ms: number;
}

export type VendorResult = VendorAnswer | VendorFailure;

export const isFailure = (result: VendorResult): result is VendorFailure => 'failure' in result;

/** Parses a response. A success that claims to be JSON but isn't is `malformed`. */
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
 * The vendor's health as shown by a result. 5xx, timeouts and broken connections are failures; a 4xx is not. A timeout
 * counts only if the vendor had at least half of the call's time; the rest may have been spent waiting for a turn.
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
