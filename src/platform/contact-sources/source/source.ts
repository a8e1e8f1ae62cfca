import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import type { Network, ProfileLink } from '#values/profile-link/index.ts';
import type { Inapplicable, Outcome } from './outcome.ts';
import type { EvidenceKind, LinkProof } from './seen-values.ts';
import type { Validators } from './validators.ts';

export type Field = 'emails' | 'phones' | 'links';

/**
 * When a source is asked. `profile`: it knows the profile itself, free. `derived`: free, from what is known so far, so
 * it comes after all of `profile`. `paid`: one at a time, and only for what is still missing.
 */
export type Stage = 'profile' | 'derived' | 'paid';

/** What the source's terms allow, as far as they are known; where they aren't, the careful answer. The operator's contract may say more. */
export interface Terms {
  /** Whether a lookup that is answered from this source alone may be charged for. */
  billable: boolean;
  /** Whether values may be kept beyond the answer itself. */
  storable: boolean;
  /** Days; null where nothing limits it. */
  storeDaysMax: number | null;
  /** Words that must stand beside the values, or null. */
  attribution: string | null;
}

export interface Limits {
  /** Of the vendor, per credential; null where none is published. */
  perMinute: number | null;
  /** Requests at a time. */
  concurrency: number;
  /** Between the starts of two requests. */
  spacingMs: number;
  /** For one request with its waiting and its repeat. */
  timeoutMs: number;
  /** At most so many requests for one person. */
  requestsMax: number;
}

/** What one lookup may cost: reserve `perHitPaise` before it, settle by the outcome's `charge`. */
export interface Price {
  unit: 'request' | 'credit';
  /** Units of a hit that has everything that is asked for. */
  units: number;
  perHitPaise: number;
  perMissPaise: number;
}

/** Everything about a source that needs no credential and no call: for settings, documents and the order of asking. */
export interface SourceDescription {
  /** Such as `github`; no two sources share one. */
  id: string;
  title: string;
  tier: 'free' | 'paid';
  stage: Stage;
  /** The networks of the profiles that it can be asked about. */
  networks: readonly Network[];
  fields: readonly Field[];
  /** Strongest first. */
  evidence: readonly EvidenceKind[];
  terms: Terms;
  limits: Limits;
  /** The environment variables that switch it on. */
  variables: readonly string[];
}

export interface KnownLink {
  /** As the contact domain names it: `website`, `npm`, `mastodon`, `github` … */
  network: string;
  handle: string | null;
  url: string;
  proof: LinkProof;
}

/** One person to look for. The name is only for the caller's veto; no source searches by it. */
export interface SourceRequest {
  profile: ProfileLink;
  wants: readonly Field[];
  known: {
    name: string | null;
    /** Normalised links found so far, besides the profile itself. */
    links: readonly KnownLink[];
  };
}

/** What the caller of one lookup hands over. */
export interface SourceContext {
  /** Fires when the answer is no longer wanted. A paid call that was sent is then charged all the same, or may be. */
  signal: AbortSignal;
  deadlineAt: Date;
  clock: Clock;
  log: Log;
  validators: Validators;
}

export type Applies = { applies: true } | { applies: false; reason: Inapplicable };

/** One place that may know a person. Nothing it does throws: what goes wrong is an outcome. */
export interface Source extends SourceDescription {
  /** Without asking anybody. `needs_link` may turn into yes as more becomes known. */
  applies(request: SourceRequest): Applies;
  price(wants: readonly Field[]): Price;
  lookup(context: SourceContext, request: SourceRequest): Promise<Outcome>;
  /** Asks again for what was `pending`, which is never charged twice. Only sources that answer `pending` have it. */
  resume?(context: SourceContext, request: SourceRequest, ticket: string): Promise<Outcome>;
}

export const everyNetwork: readonly Network[] = [
  'linkedin',
  'github',
  'gitlab',
  'bitbucket',
  'codeberg',
  'forgejo',
  'sourcehut',
];

export const freeOfCharge: Price = { unit: 'request', units: 1, perHitPaise: 0, perMissPaise: 0 };

/**
 * What holds for every source: the profile's network is one of its own, and it has something that is wanted. A source
 * of the first stage is asked in any case, since its links lead to the others.
 */
export function appliesTo(description: SourceDescription, { profile, wants }: SourceRequest): Applies {
  if (!description.networks.includes(profile.network)) return { applies: false, reason: 'other_network' };
  const hasWanted = wants.some((field) => description.fields.includes(field));
  if (description.stage !== 'profile' && !hasWanted) return { applies: false, reason: 'nothing_wanted' };
  return { applies: true };
}

/** The same for software that runs on many hosts: the profile's must be one that there is an API for. */
export function appliesOnHosts(
  description: SourceDescription,
  apis: ReadonlyMap<string, unknown>,
  request: SourceRequest,
): Applies {
  const isKnown = apis.has(request.profile.host);
  return isKnown ? appliesTo(description, request) : { applies: false, reason: 'other_network' };
}
