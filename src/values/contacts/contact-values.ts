import { bidirectionalControls, excessMarks } from '#core/input/text-rules.ts';
import { uniteSources } from './merging/unite.ts';
import {
  type EmailContact,
  type LinkContact,
  type Person,
  type PhoneContact,
  type Provenance,
  personTexts,
  personTextsMax,
  type Sources,
  unknownPerson,
} from './shapes.ts';

type Sighted = 'first_seen' | 'last_seen' | 'sources';
type Given<Contact, Required extends keyof Contact> = Pick<Contact, Required> &
  Partial<Omit<Contact, Required | 'sources'>>;

/** Provenance with its text cut to the limits and its time normalized, so that times compare as text. */
export function provenance(given: Provenance): Provenance {
  const url = given.url !== null && given.url.length <= 2000 ? given.url : null;
  return {
    source: cleanText(given.source, 100) ?? 'unnamed',
    kind: given.kind,
    url,
    seen_at: instant(given.seen_at),
  };
}

/**
 * The only way to create an email contact. `address` comes from `normaliseEmail`. The first and last sighting follow from the
 * sources and widen to include those given. Throws on an invalid time.
 */
export function emailContact(given: Given<EmailContact, 'address'>, sources: Sources): EmailContact {
  return {
    address: given.address,
    type: given.type ?? 'unknown',
    status: given.status ?? 'unknown',
    confidence: given.confidence ?? null,
    verified_at: given.verified_at ? instant(given.verified_at) : null,
    ...sightings(given, sources),
  };
}

/** The only way to create a phone contact. `number` comes from `normalisePhone`. Otherwise like `emailContact`. */
export function phoneContact(given: Given<PhoneContact, 'number'>, sources: Sources): PhoneContact {
  return {
    number: given.number,
    country: given.country ?? null,
    extension: given.extension ?? null,
    type: given.type ?? 'unknown',
    confidence: given.confidence ?? null,
    ...sightings(given, sources),
  };
}

/** The only way to create a link contact. `network`, `handle` and `url` come from `normaliseLink`. */
export function linkContact(given: Omit<LinkContact, 'sources'>, sources: Sources): LinkContact {
  const { network, handle, url } = given;
  return { network, handle, url, sources: canonicalSources(sources) };
}

/** When each of a person's texts was last seen, so that the later one wins; null without a text. */
export type PersonSeenAt = Record<keyof Person, string | null>;

/**
 * A source's texts about a person, dated. Blank text becomes null. Control characters and runs of spaces become one space;
 * controls of the text's direction and excess combining marks are dropped.
 */
export function seenPerson(
  given: Partial<Person>,
  seenAt: string,
): { person: Person; person_seen_at: PersonSeenAt } {
  const seen_at = instant(seenAt);
  const person: Person = { ...unknownPerson };
  const person_seen_at: PersonSeenAt = { ...unknownPerson };
  for (const text of personTexts) {
    person[text] = cleanText(given[text] ?? '', personTextsMax[text]);
    if (person[text] !== null) person_seen_at[text] = seen_at;
  }
  return { person, person_seen_at };
}

function sightings(
  given: { first_seen?: string; last_seen?: string },
  sources: Sources,
): Pick<EmailContact, Sighted> {
  const united = canonicalSources(sources);
  let first_seen = given.first_seen ? instant(given.first_seen) : united[0].seen_at;
  let last_seen = given.last_seen ? instant(given.last_seen) : united[0].seen_at;
  for (const { seen_at } of united) {
    if (seen_at < first_seen) first_seen = seen_at;
    if (seen_at > last_seen) last_seen = seen_at;
  }
  return { first_seen, last_seen, sources: united };
}

const canonicalSources = (sources: Sources): Sources => {
  const [first, ...others] = sources;
  return uniteSources([provenance(first)], others.map(provenance));
};

const canonicalInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

// Times compare as text only while all have milliseconds and a Z.
const instant = (text: string): string => (canonicalInstant.test(text) ? text : new Date(text).toISOString());

// Latin, Greek and most Cyrillic letters without combining marks, with single spaces: nothing to clean.
const plainWords = /^[!-~\xa1-\u02ff\u0370-\u0482]+(?: [!-~\xa1-\u02ff\u0370-\u0482]+)*$/;

// PostgreSQL rejects NUL and unpaired surrogates in text.
function cleanText(text: string, lengthMax: number): string | null {
  if (text.length <= lengthMax && plainWords.test(text)) return text;
  const clean = text
    .replace(bidirectionalControls, '')
    .replace(excessMarks, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (clean === '') return null;
  if (clean.length <= lengthMax) return clean.toWellFormed();
  const cut = clean.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '');
  return cut.trimEnd().toWellFormed();
}
