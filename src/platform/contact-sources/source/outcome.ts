import { minuteMs } from '#core/clock.ts';
import type { Misfit } from '#core/vendor-json.ts';
import type { VendorAnswer, VendorFailure } from '#platform/outgoing/index.ts';
import type { PersonTexts, SourceEmail, SourceLink, SourcePhone } from './seen-values.ts';

/** How the source proves that it found the right person. A name alone proves nothing, so there is no such variant. */
export type Identity =
  /** The source's stable account id. Store it, since names pass to other people. */
  | { match: 'exact_id'; id: string; url: string }
  /** The answer names exactly the requested profile or page. */
  | { match: 'same_url'; url: string }
  /** Both sides link to each other, or the source has checked that they do. */
  | { match: 'verified_link'; url: string };

/** The cost of an answer. `certain` is false if the vendor may have charged without saying so; the values are then the maximum. */
export interface Charge {
  units: number;
  paise: number;
  certain: boolean;
}

export const noCharge: Charge = { units: 0, paise: 0, certain: true };

/** The maximum cost of one lookup. Reserve `perHitPaise` before it, and settle by the outcome's `charge`. */
export interface Price {
  unit: 'request' | 'credit';
  /** Units of a hit with everything requested. */
  units: number;
  perHitPaise: number;
  perMissPaise: number;
}

export type Inapplicable =
  | 'other_network'
  | 'nothing_wanted'
  /** It needs a link that no source has found yet. */
  | 'needs_link'
  /** The source doesn't accept profile links of this form. */
  | 'unsupported_link'
  /** An organization, a team or a bot. */
  | 'not_a_person';

export interface Found {
  outcome: 'found';
  identity: Identity;
  person: PersonTexts;
  emails: readonly SourceEmail[];
  phones: readonly SourcePhone[];
  links: readonly SourceLink[];
  charge: Charge;
  /** False if one of several calls failed: what is here is true, but there may be more. */
  complete: boolean;
}

/**
 * Only `found` and `not_found` may be remembered; the others describe this moment. The charge of a lookup's last outcome covers
 * the whole lookup, even if it was pending before.
 */
export type Outcome =
  | Found
  /** `authoritative`: the source says that nothing exists, rather than that it doesn't know. */
  | { outcome: 'not_found'; authoritative: boolean; charge: Charge }
  | { outcome: 'not_applicable'; reason: Inapplicable }
  /** The source is still working. Pass the ticket to `resume` after `pollAfterMs`. */
  | { outcome: 'pending'; ticket: string; pollAfterMs: number; charge: Charge }
  /** The person, the site or the law forbids it. After `opted_out`, suppress the person here too. */
  | { outcome: 'refused'; because: 'opted_out' | 'noindex' | 'robots' }
  | { outcome: 'rate_limited'; retryAt: Date }
  | { outcome: 'out_of_credits' }
  /** `reason` is a sentence for the operator. */
  | { outcome: 'misconfigured'; reason: string }
  /** `code` and `expected`, such as `text at data.email`, are for the log and never contain a value from the answer. */
  | { outcome: 'error'; code: string; retryable: boolean; charge: Charge; expected?: string };

export const notFound = (authoritative = true, charge: Charge = noCharge): Outcome => ({
  outcome: 'not_found',
  authoritative,
  charge,
});

export const notApplicable = (reason: Inapplicable): Outcome => ({ outcome: 'not_applicable', reason });

export const misconfigured = (reason: string): Outcome => ({ outcome: 'misconfigured', reason });

/** The vendor can't use the question. */
export const badInput: Outcome = { outcome: 'error', code: 'bad_input', retryable: false, charge: noCharge };

/** The answer doesn't match the vendor's documentation. Asking again won't help. */
export const malformed = (misfit: Misfit | null = null, charge: Charge = noCharge): Outcome => ({
  outcome: 'error',
  code: 'malformed',
  retryable: false,
  charge,
  ...(misfit && { expected: misfit.expected }),
});

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
