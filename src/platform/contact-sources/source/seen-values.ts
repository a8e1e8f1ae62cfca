import { readOrNull, text as textUpTo } from '#core/vendor-json.ts';

/**
 * How a source knows a value, in the contact domain's words, strongest first. There is no kind for guessed, inferred or
 * "possible" values, so they can't be constructed.
 */
export type EvidenceKind =
  | 'subject_published'
  | 'provider_observed'
  | 'provider_attested'
  | 'registry'
  | 'incidental';

/** Where a value was seen: the contact domain's `Provenance`. */
export interface Provenance {
  source: string;
  kind: EvidenceKind;
  url: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  seen_at: string;
}

export type Provenances = readonly [Provenance, ...Provenance[]];

// Only this file can name the brand, so only its constructors can create a value, and they require provenance.
declare const seen: unique symbol;

/** Members follow the contact domain's shapes. `address` is as the source wrote it. */
export interface SourceEmail {
  readonly [seen]: true;
  address: string;
  /** The source's word. The address itself is judged later. */
  type: 'work' | 'personal' | 'role' | 'unknown';
  status: 'verified' | 'accept_all' | 'unverified' | 'unknown';
  /** 0 to 100, depending on the kind of evidence. */
  confidence: number;
  verified_at: string | null;
  first_seen: string | null;
  sources: Provenances;
}

export interface SourcePhone {
  readonly [seen]: true;
  /** As the source wrote it, with nothing added about its country. */
  number: string;
  /** ISO 3166-1 alpha-2, if the source says so. */
  country: string | null;
  confidence: number;
  first_seen: string | null;
  sources: Provenances;
}

/** `verified`: the other side links back, or the source checked it. `claimed`: only one side says so. */
export type LinkProof = 'verified' | 'claimed';

export interface SourceLink {
  readonly [seen]: true;
  /** As the source wrote it, often without a scheme. */
  url: string;
  proof: LinkProof;
  sources: Provenances;
}

export interface PersonTexts {
  full_name: string | null;
  headline: string | null;
  company: string | null;
  location: string | null;
}

export type EmailTraits = Partial<Pick<SourceEmail, 'type' | 'status' | 'verified_at' | 'first_seen'>>;
export type PhoneTraits = Partial<Pick<SourcePhone, 'country' | 'first_seen'>>;

const addressText = textUpTo(254);
const numberText = textUpTo(60);
const linkText = textUpTo(2000);

const addressForm = /^[^\s@<>"',;:()[\]\\]+(?:\[[^\s@\]]*\])?@[^\s@<>"',;:()[\]\\]+\.[^\s@<>"',;:()[\]\\]+$/;
const phoneForm = /^(?=(?:\D*\d){5})[+\d(][\d\s().\-/\u00a0]*(?:(?:ext\.?|x|;ext=|#)\s*\d{1,8})?$/i;
// No two parts match the same text. If a pattern could split at any dot, it would try all of them.
const linkForm = /^(?:https?:\/\/)?[^\s./?#:@<>"'\\]+\.[^\s/?#:@<>"'\\]+(?::\d{1,5})?(?:[/?#][^\s<>"\\]*)?$/i;

/** Null if the text is not an address, or if a code host generated it. */
export function seenEmail(
  address: unknown,
  confidence: number,
  sources: Provenances,
  traits: EmailTraits = {},
): SourceEmail | null {
  const text = readOrNull(addressText, address);
  if (text === null || !addressForm.test(text) || isPlaceholderEmail(text.toLowerCase())) return null;
  return {
    address: text,
    type: traits.type ?? 'unknown',
    status: traits.status ?? 'unknown',
    confidence,
    verified_at: traits.verified_at ?? null,
    first_seen: traits.first_seen ?? null,
    sources: proven(sources),
  } as SourceEmail;
}

/** Null if the text is not a number. */
export function seenPhone(
  number: unknown,
  confidence: number,
  sources: Provenances,
  traits: PhoneTraits = {},
): SourcePhone | null {
  const text = readOrNull(numberText, number);
  if (text === null || !phoneForm.test(text)) return null;
  return {
    number: text,
    country: traits.country ?? null,
    confidence,
    first_seen: traits.first_seen ?? null,
    sources: proven(sources),
  } as SourcePhone;
}

/** Null if the text is not a web address, with or without a scheme. */
export function seenLink(url: unknown, proof: LinkProof, sources: Provenances): SourceLink | null {
  const text = readOrNull(linkText, url);
  if (text === null || !linkForm.test(text)) return null;
  return { url: text, proof, sources: proven(sources) } as SourceLink;
}

// The type forbids an empty list, so an empty one is a bug in the caller.
function proven(sources: Provenances): Provenances {
  if (sources.length === 0) throw new TypeError('a contact needs at least one provenance');
  return sources;
}

// Code hosts generate addresses that show who did something but can't be reached: GitHub `ID+name@users.noreply.github.com`, GitLab
// `ID-name@users.noreply.gitlab.com`, Forgejo and Gitea `name@noreply.<host>`, npm's trusted publishing
// `npm-oidc-no-reply@github.com`.
const unattended = /(?:^|[@.])(?:noreply|no-reply)\.|^(?:[^@]*[-_.+])?no-?reply(?:[-_.+][^@]*)?@/;
const automation = /\[bot\]|^(?:actions?|support|git)@github\.com$/;

/** Whether a code host generated the address (in lower case), for an account or for its own commits. */
export const isPlaceholderEmail = (address: string): boolean =>
  unattended.test(address) || automation.test(address);

const dateText = textUpTo(100);
const dated = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?/;
const earliestMs = Date.UTC(1990, 0, 1);

/** An ISO 8601 date or time as an instant. Null if invalid, later than `now`, or earlier than the web. */
export function instantOf(value: unknown, now: Date): string | null {
  const [, day, time] = dated.exec(readOrNull(dateText, value) ?? '') ?? [];
  if (day === undefined) return null;
  const ms = Date.parse(time === undefined ? day : day + time);
  return ms >= earliestMs && ms <= now.getTime() ? new Date(ms).toISOString() : null;
}
