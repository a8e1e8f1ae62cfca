import type { Misfit } from '#core/vendor-json.ts';
import type { PersonTexts, SourceEmail, SourceLink, SourcePhone } from './seen-values.ts';

/** How the source proves that it found the right person. A name alone proves nothing, so there is no such variant. */
export type Identity =
  /** The source's stable account id. Store it, since names pass to other people. */
  | { match: 'exact_id'; id: string; url: string }
  /** The answer names exactly the requested profile or page. */
  | { match: 'same_url'; url: string }
  /** Both sides link to each other, or the source has checked that they do. */
  | { match: 'verified_link'; url: string };

/** What was spent. `certain` is false if the vendor may have charged without saying so; the values are then the maximum. */
export interface Charge {
  units: number;
  paise: number;
  certain: boolean;
}

export const noCharge: Charge = { units: 0, paise: 0, certain: true };

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

/** The answer doesn't match the vendor's documentation. Asking again won't help. */
export const malformed = (misfit: Misfit | null = null, charge: Charge = noCharge): Outcome => ({
  outcome: 'error',
  code: 'malformed',
  retryable: false,
  charge,
  ...(misfit && { expected: misfit.expected }),
});
