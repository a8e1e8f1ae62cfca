import { minuteMs } from '#core/clock.ts';
import type { VendorAnswer, VendorFailure } from '#platform/outgoing/index.ts';
import { type Charge, malformed, misconfigured, noCharge, type Outcome } from './outcome.ts';
import type { Price } from './source.ts';

/** The part of a vendor's response that parsers use. */
export type Answer = Pick<VendorAnswer, 'status' | 'headers' | 'json' | 'retryAt'>;

/**
 * The outcome of a call without a response. A paid call may have reached the vendor and been charged. It is never retried
 * automatically, and counts as fully charged until known otherwise.
 */
export function outcomeOfFailure(failure: VendorFailure, at: Date, price?: Price): Outcome {
  if (failure.because === 'paused') return { outcome: 'rate_limited', retryAt: failure.retryAt ?? soon(at) };
  const isRetryable = failure.failure !== 'malformed' && failure.failure !== 'too_large';
  const charge = failure.sent && price ? possibleCharge(price) : noCharge;
  return { outcome: 'error', code: failure.failure, retryable: isRetryable, charge };
}

/**
 * The default meaning of statuses: 401 bad credential, 402 out of credits, 429 rate limit, 451 the person objected (RFC 7725),
 * 5xx a problem at the vendor. A success that reaches this point doesn't match the documentation.
 */
export function outcomeOfStatus(answer: Answer, at: Date, price?: Price): Outcome {
  const { status, retryAt } = answer;
  if (retryAt || status === 429) return { outcome: 'rate_limited', retryAt: retryAt ?? soon(at) };
  if (status === 401)
    return misconfigured('The vendor rejected the credential. It is wrong, expired or revoked.');
  if (status === 402) return { outcome: 'out_of_credits' };
  if (status === 403)
    return misconfigured('The vendor refused access. The credential or its plan does not allow this call.');
  if (status === 451) return { outcome: 'refused', because: 'opted_out' };
  const isSuccess = status >= 200 && status < 300;
  // A success is charged even if we can't parse it.
  const charge = price && (status >= 500 || isSuccess) ? possibleCharge(price) : noCharge;
  if (isSuccess) return malformed(null, charge);
  return { outcome: 'error', code: `status_${status}`, retryable: status >= 500, charge };
}

/** The most a call can have cost, if the vendor doesn't say. */
export const possibleCharge = ({ units, perHitPaise }: Price): Charge => ({
  units,
  paise: perHitPaise,
  certain: false,
});

/** The charge for a number of units. */
export const chargeOf = (units: number, unitPaise: number, certain = true): Charge => ({
  units,
  paise: Math.ceil(units * unitPaise),
  certain,
});

const soon = (at: Date): Date => new Date(at.getTime() + minuteMs);
