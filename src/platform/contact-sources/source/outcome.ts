import type { PersonTexts, SourceEmail, SourceLink, SourcePhone } from './seen-values.ts';

/** How the source proves that what it found belongs to the person asked for. A name alone proves nothing and can't be said. */
export type Identity =
  /** The source's own stable id of the account asked for; keep it, since names are given to others after a while. */
  | { match: 'exact_id'; id: string; url: string }
  /** The answer names the very profile or page that was asked for. */
  | { match: 'same_url'; url: string }
  /** Both sides link to one another, or the source has checked that they do. */
  | { match: 'verified_link'; url: string };

/** What was spent. `certain` is false when the vendor may have charged without telling; then it is the most it can be. */
export interface Charge {
  units: number;
  paise: number;
  certain: boolean;
}

export const noCharge: Charge = { units: 0, paise: 0, certain: true };

export type Inapplicable =
  | 'other_network'
  | 'nothing_wanted'
  /** It works from a link that nobody has found yet. */
  | 'needs_link'
  /** The profile's link has a form that this source doesn't take. */
  | 'unsupported_link'
  /** An organisation, a team or a bot. */
  | 'not_a_person';

export interface Found {
  outcome: 'found';
  identity: Identity;
  person: PersonTexts;
  emails: readonly SourceEmail[];
  phones: readonly SourcePhone[];
  links: readonly SourceLink[];
  charge: Charge;
  /** False when one of several calls failed: what is here is true, and there may be more. */
  complete: boolean;
}

/**
 * Found and not found may be remembered; everything else is about this moment only. The charge of a lookup's last
 * outcome is that of the whole lookup, also when it was pending before.
 */
export type Outcome =
  | Found
  /** `authoritative`: the source says that there is nothing, rather than not knowing. */
  | { outcome: 'not_found'; authoritative: boolean; charge: Charge }
  | { outcome: 'not_applicable'; reason: Inapplicable }
  /** The source works on it; hand the ticket to `resume` after `pollAfterMs`. */
  | { outcome: 'pending'; ticket: string; pollAfterMs: number; charge: Charge }
  /** The person, the site or the law forbids it. `opted_out` asks for a suppression on our side too. */
  | { outcome: 'refused'; because: 'opted_out' | 'noindex' | 'robots' }
  | { outcome: 'rate_limited'; retryAt: Date }
  | { outcome: 'out_of_credits' }
  /** `reason` is a sentence for the operator. */
  | { outcome: 'misconfigured'; reason: string }
  /** `code` is for the log and never holds a value from the answer. */
  | { outcome: 'error'; code: string; retryable: boolean; charge: Charge };

export const notFound = (authoritative = true, charge: Charge = noCharge): Outcome => ({
  outcome: 'not_found',
  authoritative,
  charge,
});

export const notApplicable = (reason: Inapplicable): Outcome => ({ outcome: 'not_applicable', reason });

export const misconfigured = (reason: string): Outcome => ({ outcome: 'misconfigured', reason });

/** An answer that isn't what the vendor documents. Asking again gives the same. */
export const malformed = (charge: Charge = noCharge): Outcome => ({
  outcome: 'error',
  code: 'malformed',
  retryable: false,
  charge,
});
