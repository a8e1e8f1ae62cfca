import { isPlaceholderEmail } from './placeholder-email.ts';
import { textOf } from './read-json.ts';

/**
 * How a source came to know, in the words of the contact domain; strongest first. There is no kind for what was guessed,
 * inferred from a pattern or marked as merely possible: such a value can't be built.
 */
export type EvidenceKind =
  | 'subject_published'
  | 'provider_observed'
  | 'provider_attested'
  | 'registry'
  | 'incidental';

/** Where a value was seen, in the form of the contact domain's `Provenance`. */
export interface Provenance {
  source: string;
  kind: EvidenceKind;
  url: string | null;
  /** ISO 8601, UTC, with milliseconds. */
  seen_at: string;
}

export type Provenances = readonly [Provenance, ...Provenance[]];

// Only this file can name the mark, so only its constructors can make a value, and they ask for the provenance.
declare const seen: unique symbol;

/** Members and words are those of the contact domain's shapes; `address` is as the source writes it. */
export interface SourceEmail {
  readonly [seen]: true;
  address: string;
  /** What the source says; an address's own looks are judged later. */
  type: 'work' | 'personal' | 'role' | 'unknown';
  status: 'verified' | 'accept_all' | 'unverified' | 'unknown';
  /** 0 to 100, by the kind of evidence. */
  confidence: number;
  verified_at: string | null;
  first_seen: string | null;
  sources: Provenances;
}

export interface SourcePhone {
  readonly [seen]: true;
  /** As the source writes it; nothing is said about its country beyond that. */
  number: string;
  /** ISO 3166-1 alpha-2 where the source names it. */
  country: string | null;
  confidence: number;
  first_seen: string | null;
  sources: Provenances;
}

/** `verified`: the other side links back, or the source has checked it. `claimed`: one side says so. */
export type LinkProof = 'verified' | 'claimed';

export interface SourceLink {
  readonly [seen]: true;
  /** As the source writes it, often without a scheme. */
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

const addressForm = /^[^\s@<>"',;:()[\]\\]+(?:\[[^\s@\]]*\])?@[^\s@<>"',;:()[\]\\]+\.[^\s@<>"',;:()[\]\\]+$/;
const phoneForm = /^(?=(?:\D*\d){5})[+\d(][\d\s().\-/\u00a0]*(?:(?:ext\.?|x|;ext=|#)\s*\d{1,8})?$/i;
// No two parts can take the same text: a pattern that may split a text at any of its dots tries every one.
const linkForm = /^(?:https?:\/\/)?[^\s./?#:@<>"'\\]+\.[^\s/?#:@<>"'\\]+(?::\d{1,5})?(?:[/?#][^\s<>"\\]*)?$/i;

/** Null for what isn't text of an address, or is an address that a code host made up. */
export function seenEmail(
  address: unknown,
  confidence: number,
  sources: Provenances,
  traits: EmailTraits = {},
): SourceEmail | null {
  const text = textOf(address, 254);
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

/** Null for what isn't text of a number. */
export function seenPhone(
  number: unknown,
  confidence: number,
  sources: Provenances,
  traits: PhoneTraits = {},
): SourcePhone | null {
  const text = textOf(number, 60);
  if (text === null || !phoneForm.test(text)) return null;
  return {
    number: text,
    country: traits.country ?? null,
    confidence,
    first_seen: traits.first_seen ?? null,
    sources: proven(sources),
  } as SourcePhone;
}

/** Null for what isn't a web address, with or without its scheme. */
export function seenLink(url: unknown, proof: LinkProof, sources: Provenances): SourceLink | null {
  const text = textOf(url, 2000);
  if (text === null || !linkForm.test(text)) return null;
  return { url: text, proof, sources: proven(sources) } as SourceLink;
}

// The type forbids an empty list; a caller that goes around the type is a fault in the program.
function proven(sources: Provenances): Provenances {
  if (sources.length === 0) throw new TypeError('a contact without provenance was about to be built');
  return sources;
}
