import { minuteMs } from '#core/clock.ts';
import type { VendorAnswer, VendorFailure } from '#platform/outgoing/index.ts';
import { type Charge, malformed, misconfigured, noCharge, type Outcome } from './outcome.ts';
import type { Price } from './source.ts';

/** The part of a vendor's answer that readers look at. */
export type Answer = Pick<VendorAnswer, 'status' | 'headers' | 'json' | 'retryAt'>;

/**
 * A call that brought no answer. A paid call that may have reached the vendor may have been charged: it is never sent
 * again by itself, and the charge counts in full until somebody knows better.
 */
export function outcomeOfFailure(failure: VendorFailure, at: Date, price?: Price): Outcome {
  if (failure.because === 'paused') return { outcome: 'rate_limited', retryAt: failure.retryAt ?? soon(at) };
  const isRetryable = failure.failure !== 'malformed' && failure.failure !== 'too_large';
  const charge = failure.sent && price ? possibleCharge(price) : noCharge;
  return { outcome: 'error', code: failure.failure, retryable: isRetryable, charge };
}

/**
 * What statuses mean where a vendor doesn't differ: 401 a bad credential, 402 no credits left, 429 too fast, 451 the
 * person objected (RFC 7725), 5xx the vendor's own trouble. A success that reaches here is not of the documented form.
 */
export function outcomeOfStatus(answer: Answer, at: Date, price?: Price): Outcome {
  const { status, retryAt } = answer;
  if (retryAt || status === 429) return { outcome: 'rate_limited', retryAt: retryAt ?? soon(at) };
  if (status === 401)
    return misconfigured('The vendor refuses the credential: it is wrong, expired or revoked.');
  if (status === 402) return { outcome: 'out_of_credits' };
  if (status === 403)
    return misconfigured('The vendor refuses access: the credential or its plan does not allow this call.');
  if (status === 451) return { outcome: 'refused', because: 'opted_out' };
  const isSuccess = status >= 200 && status < 300;
  // A success was charged for even when nobody can read it.
  const charge = price && (status >= 500 || isSuccess) ? possibleCharge(price) : noCharge;
  if (isSuccess) return malformed(charge);
  return { outcome: 'error', code: `status_${status}`, retryable: status >= 500, charge };
}

/** The most that a call can have cost, when the vendor doesn't say. */
export const possibleCharge = ({ units, perHitPaise }: Price): Charge => ({
  units,
  paise: perHitPaise,
  certain: false,
});

/** So many units at a price's rate. */
export const chargeOf = (units: number, unitPaise: number, certain = true): Charge => ({
  units,
  paise: Math.ceil(units * unitPaise),
  certain,
});

const soon = (at: Date): Date => new Date(at.getTime() + minuteMs);
