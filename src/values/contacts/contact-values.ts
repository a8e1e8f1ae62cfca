import {
  type EmailContact,
  type LinkContact,
  type Person,
  type PhoneContact,
  type Provenance,
  type Sources,
  textLimits,
} from './shapes.ts';
import { uniteSources } from './unite-sources.ts';

type Sighted = 'first_seen' | 'last_seen' | 'sources';
type Given<Contact, Required extends keyof Contact> = Pick<Contact, Required> &
  Partial<Omit<Contact, Required | 'sources'>>;

/** A source's word with its text cut to the limits and its time in the one form that can be compared as text. */
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
 * The only way to an e-mail contact. `address` is what `normaliseEmail` gave; `sources` holds one at least. The first
 * and last sighting follow from the sources and are widened by those given. Throws on a time that is none.
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

/** The only way to a phone contact; `number` is what `normalisePhone` gave. Otherwise as `emailContact`. */
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

/** The only way to a link contact; `network`, `handle` and `url` are what `normaliseLink` gave. */
export function linkContact(given: Omit<LinkContact, 'sources'>, sources: Sources): LinkContact {
  const { network, handle, url } = given;
  return { network, handle, url, sources: canonicalSources(sources) };
}

/** When each text of a person was last seen, so that of two the later can win; null where there is none. */
export type PersonSeenAt = { [Field in keyof Person]: string | null };

/** What a source says of a person, dated. Blank text is null; control characters and runs of space become one space. */
export function seenPerson(
  given: Partial<Person>,
  seenAt: string,
): { person: Person; person_seen_at: PersonSeenAt } {
  const seen_at = instant(seenAt);
  const person: Person = {
    full_name: cleanText(given.full_name ?? '', textLimits.fullNameMax),
    headline: cleanText(given.headline ?? '', textLimits.headlineMax),
    company: cleanText(given.company ?? '', textLimits.companyMax),
    location: cleanText(given.location ?? '', textLimits.locationMax),
  };
  const dated = (text: string | null) => (text === null ? null : seen_at);
  const person_seen_at: PersonSeenAt = {
    full_name: dated(person.full_name),
    headline: dated(person.headline),
    company: dated(person.company),
    location: dated(person.location),
  };
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

// Instants are compared as text, which is right only while all have milliseconds and a Z.
const instant = (text: string): string => (canonicalInstant.test(text) ? text : new Date(text).toISOString());

// PostgreSQL refuses NUL and half a surrogate pair in text.
function cleanText(text: string, lengthMax: number): string | null {
  const clean = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (clean === '') return null;
  if (clean.length <= lengthMax) return clean.toWellFormed();
  const cut = clean.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '');
  return cut.trimEnd().toWellFormed();
}
