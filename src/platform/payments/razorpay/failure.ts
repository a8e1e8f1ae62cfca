import { readOrNull, some, text } from '#core/vendor-json.ts';
import type { VendorResult } from '#platform/outgoing/index.ts';
import { ProviderFailure } from '../port.ts';

const ApiError = some({ error: some({ code: text(), description: text(10_000) }) });

/** What went wrong with a call, in the port's terms; null if it succeeded. The message says nothing about the buyer. */
export function failureOf(result: VendorResult, call: string): ProviderFailure | null {
  if ('failure' in result) {
    const { failure, because, status } = result;
    const why = because === 'paused' ? 'rate_limited' : failure;
    const seen = status === undefined ? '' : ` (status ${status})`;
    return new ProviderFailure('unreachable', `Razorpay did not answer ${call}: ${why}${seen}`, why);
  }
  const { status, json } = result;
  if (status >= 200 && status < 300) {
    const isReadable = typeof json === 'object' && json !== null;
    return isReadable ? null : new ProviderFailure('unreachable', `Razorpay's answer to ${call} is not JSON`);
  }
  const { code = null, description } = readOrNull(ApiError, json)?.error ?? {};
  const words = description?.slice(0, 200) ?? `status ${status}`;
  const kind = kindOf(status, code, words);
  const hint = kind === 'misconfigured' ? ` ${remedyFor(words)}` : '';
  return new ProviderFailure(kind, `Razorpay refused ${call}: ${words}${hint}`, code);
}

function kindOf(status: number, code: string | null, words: string): ProviderFailure['kind'] {
  if (status === 401 || status === 403 || isKeyInvalid(words)) return 'misconfigured';
  if (isNotSwitchedOn(words)) return 'misconfigured';
  // 409: the same refund is under way. A redirect is no answer of the API's.
  if (status < 400 || status === 408 || status === 409 || status === 429) return 'unreachable';
  if (status >= 500 || code === 'SERVER_ERROR' || code === 'GATEWAY_ERROR') return 'unreachable';
  return isBusy(words) ? 'unreachable' : 'refused';
}

const isKeyInvalid = (words: string) => /api key.*(invalid|expired)|authentication failed/i.test(words);

/** Razorpay answers so for a feature that isn't enabled for the account. */
const isNotSwitchedOn = (words: string) => /requested URL was not found/i.test(words);

const isBusy = (words: string) => /another .* operation is in progress|too many requests/i.test(words);

const remedyFor = (words: string): string =>
  isNotSwitchedOn(words)
    ? '(Is Subscriptions enabled for this mode in the dashboard?)'
    : '(Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET.)';
