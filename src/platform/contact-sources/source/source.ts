import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import type { Network, ProfileLink } from '#values/profile-link/index.ts';
import type { Inapplicable, Outcome, Price } from './outcome.ts';
import type { EvidenceKind, LinkProof } from './seen-values.ts';
import type { Validators } from './validators.ts';

export type Field = 'emails' | 'phones' | 'links';

/**
 * When a source is asked. `profile`: it knows the profile itself; free. `derived`: free, but works from what is already known,
 * so it runs after `profile`. `paid`: one at a time, and only for what is still missing.
 */
export type Stage = 'profile' | 'derived' | 'paid';

/** Uses that the source's terms allow. Where they are unknown, the cautious choice; the operator's contract may allow more. */
export interface Terms {
  /** Whether we may charge for a lookup answered by this source alone. */
  billable: boolean;
  /** Whether values may be stored beyond the answer itself. */
  storable: boolean;
  /** In days; null means no limit. */
  storeDaysMax: number | null;
  /** Text that must appear with the values, or null. */
  attribution: string | null;
}

export interface Limits {
  /** The vendor's limit per credential; null if it publishes none. */
  perMinute: number | null;
  /** Concurrent requests. */
  concurrency: number;
  /** Between the starts of two requests. */
  spacingMs: number;
  /** For one request, including waiting and a retry. */
  timeoutMs: number;
  /** Maximum number of requests per person. */
  requestsMax: number;
}

/** A source's static facts, known without a credential or a call: for settings, documentation and ordering. */
export interface SourceDescription {
  /** For example `github`. Unique. */
  id: string;
  title: string;
  tier: 'free' | 'paid';
  stage: Stage;
  /** The networks whose profiles it knows. */
  networks: readonly Network[];
  fields: readonly Field[];
  /** Strongest first. */
  evidence: readonly EvidenceKind[];
  terms: Terms;
  limits: Limits;
  /** The environment variables that enable it. */
  variables: readonly string[];
  /** A GET that costs nothing and that a right credential answers with 2xx. Absent if the vendor has none. */
  checkPath?: string;
}

export interface KnownLink {
  /** The contact domain's name for it: `website`, `npm`, `mastodon`, `github` … */
  network: string;
  handle: string | null;
  url: string;
  proof: LinkProof;
}

/** One person to look up. The name serves only as a veto; no source searches by it. */
export interface SourceRequest {
  profile: ProfileLink;
  wants: readonly Field[];
  known: {
    name: string | null;
    /** Normalized links found so far, without the profile itself. */
    links: readonly KnownLink[];
  };
}

/** The parts that the caller of a lookup provides. */
export interface SourceContext {
  /** Aborts when the answer is no longer wanted. A paid call already sent may still be charged. */
  signal: AbortSignal;
  deadlineAt: Date;
  clock: Clock;
  log: Log;
  validators: Validators;
}

export type Applies = { applies: true } | { applies: false; reason: Inapplicable };

/** One place that may know a person. It never throws; failures are outcomes. */
export interface Source extends SourceDescription {
  /** Makes no requests. `needs_link` may change as more links become known. */
  applies(request: SourceRequest): Applies;
  price(wants: readonly Field[]): Price;
  lookup(context: SourceContext, request: SourceRequest): Promise<Outcome>;
  /** Asks again after `pending`, without a second charge. Only sources that return `pending` implement it. */
  resume?(context: SourceContext, request: SourceRequest, ticket: string): Promise<Outcome>;
}

const codeHosts = ['github', 'gitlab', 'bitbucket', 'codeberg', 'forgejo', 'sourcehut'] as const;
export const everyNetwork: readonly Network[] = ['linkedin', ...codeHosts];

/** The terms of a public source that allows everything. */
export const openTerms: Terms = { billable: true, storable: true, storeDaysMax: null, attribution: null };

export const noCost: Price = { unit: 'request', units: 1, perHitPaise: 0, perMissPaise: 0 };

/**
 * The rule for all sources: the profile is on one of its networks, and it has something wanted. Sources of the first stage are
 * always asked, because their links lead to the others.
 */
export function appliesTo(description: SourceDescription, { profile, wants }: SourceRequest): Applies {
  if (!description.networks.includes(profile.network)) return { applies: false, reason: 'other_network' };
  const hasWanted = wants.some((field) => description.fields.includes(field));
  if (description.stage !== 'profile' && !hasWanted) return { applies: false, reason: 'nothing_wanted' };
  return { applies: true };
}
