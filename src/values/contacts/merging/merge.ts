import type { PersonSeenAt } from '../contact-values.ts';
import {
  contactLimits,
  type EmailContact,
  type EmailStatus,
  type EmailType,
  emailTypes,
  type LinkContact,
  type Person,
  type PhoneContact,
  type PhoneType,
  personTexts,
  phoneTypes,
  unknownPerson,
} from '../shapes.ts';
import { ascending, descending, type Union, unite, uniteSources } from './unite.ts';

/** Everything known about one profile. Immutable: merged sets share values. */
export type ContactSet = {
  person: Person;
  /** When each of the person's texts was last seen, so that an older row can't overwrite a newer one. */
  person_seen_at?: PersonSeenAt;
  emails: EmailContact[];
  phones: PhoneContact[];
  links: LinkContact[];
};

// Deeply frozen: a value pushed into it by mistake would appear under every profile.
const none = Object.freeze([]) as never[];
export const noContacts: Readonly<ContactSet> = Object.freeze({
  person: unknownPerson,
  person_seen_at: unknownPerson,
  emails: none,
  phones: none,
  links: none,
});

/** A set from the values of a source or a row, in any order and with repeats. Missing parts are empty. */
export const contactSet = (parts: Partial<ContactSet>): ContactSet =>
  mergeContacts(noContacts, { ...noContacts, ...parts });

/**
 * Merges two sets. Commutative and idempotent: merging a row again returns `a` itself, so a caller sees that nothing changed.
 * Values merge by address, number or url. The contact limits apply, and the most confident and latest values stay. For a
 * person's texts, the later one wins.
 */
export function mergeContacts(a: ContactSet, b: ContactSet): ContactSet {
  const dated = unitePerson(a, b);
  const emails = unite(a.emails, b.emails, emailUnion);
  const phones = unite(a.phones, b.phones, phoneUnion);
  const links = unite(a.links, b.links, linkUnion);
  const unchanged = dated === a && emails === a.emails && phones === a.phones && links === a.links;
  if (unchanged) return a;
  const { person, person_seen_at } = dated;
  return { person, person_seen_at, emails, phones, links };
}

type DatedPerson = { person: Person; person_seen_at?: PersonSeenAt };

/** Merges each text by its date; the later wins. Returns `known` itself if nothing changes. Undated counts as oldest. */
function unitePerson(known: DatedPerson, further: DatedPerson): DatedPerson {
  const person = { ...known.person };
  const person_seen_at: PersonSeenAt = { ...(known.person_seen_at ?? unknownPerson) };
  let unchanged = true;
  for (const field of personTexts) {
    const text = further.person[field];
    const seenAt = further.person_seen_at?.[field] ?? null;
    if (text === null || isLater(person[field], person_seen_at[field], text, seenAt)) continue;
    person[field] = text;
    person_seen_at[field] = seenAt;
    unchanged = false;
  }
  return unchanged ? known : { person, person_seen_at };
}

// On a tie the longer text says more ("Jane Q. Doe"). The last comparison only makes the result deterministic.
function isLater(known: string | null, knownAt: string | null, text: string, seenAt: string | null): boolean {
  if (known === null) return false;
  const order =
    descending(knownAt ?? '', seenAt ?? '') || text.length - known.length || ascending(known, text);
  return order <= 0;
}

type Sighted = Pick<EmailContact, 'confidence' | 'first_seen' | 'last_seen' | 'sources'>;

const surestThenLatest = (one: Sighted, other: Sighted): number =>
  (other.confidence ?? -1) - (one.confidence ?? -1) || descending(one.last_seen, other.last_seen);

const joinSightings = (known: Sighted, further: Sighted): Sighted => ({
  confidence: (further.confidence ?? -1) > (known.confidence ?? -1) ? further.confidence : known.confidence,
  first_seen: earlier(known.first_seen, further.first_seen),
  last_seen: later(known.last_seen, further.last_seen),
  sources: uniteSources(known.sources, further.sources),
});

const earlier = (one: string, other: string): string => (ascending(one, other) <= 0 ? one : other);
const later = (one: string, other: string): string => (ascending(one, other) >= 0 ? one : other);

const addsNothing = (known: Sighted, joined: Sighted): boolean =>
  joined.confidence === known.confidence &&
  joined.first_seen === known.first_seen &&
  joined.last_seen === known.last_seen &&
  joined.sources === known.sources;

const rank = <Word extends string>(words: readonly Word[]): Record<Word, number> =>
  Object.fromEntries(words.map((word, index) => [word, index])) as Record<Word, number>;

const emailTypeRank: Record<EmailType, number> = rank(emailTypes);
const phoneTypeRank: Record<PhoneType, number> = rank(phoneTypes);
// Between undated statuses, one that only a check can give wins, then the more cautious one.
const statusRank: Record<EmailStatus, number> = rank([
  'invalid',
  'verified',
  'accept_all',
  'risky',
  'unverified',
  'unknown',
]);

/** A status and its date belong together. The later check wins, and a dated one beats an undated one. */
const laterCheck = (known: EmailContact, further: EmailContact): EmailContact =>
  (descending(known.verified_at ?? '', further.verified_at ?? '') ||
    statusRank[known.status] - statusRank[further.status]) <= 0
    ? known
    : further;

const emailUnion: Union<EmailContact> = {
  key: ({ address }) => address,
  join(known, further) {
    const joined = joinSightings(known, further);
    const type = emailTypeRank[further.type] < emailTypeRank[known.type] ? further.type : known.type;
    const { status, verified_at } = laterCheck(known, further);
    const sameCheck = status === known.status && verified_at === known.verified_at;
    if (addsNothing(known, joined) && type === known.type && sameCheck) return known;
    const { confidence, first_seen, last_seen, sources } = joined;
    const { address } = known;
    return { address, type, status, confidence, verified_at, first_seen, last_seen, sources };
  },
  order: (one, other) => surestThenLatest(one, other) || ascending(one.address, other.address),
  most: contactLimits.emailsMax,
};

const phoneUnion: Union<PhoneContact> = {
  key: ({ number }) => number,
  join(known, further) {
    const joined = joinSightings(known, further);
    const type = phoneTypeRank[further.type] < phoneTypeRank[known.type] ? further.type : known.type;
    const country = firstOf(known.country, further.country);
    const extension = firstOf(known.extension, further.extension);
    const isSame = type === known.type && country === known.country && extension === known.extension;
    if (addsNothing(known, joined) && isSame) return known;
    return { number: known.number, country, extension, type, ...joined };
  },
  order: (one, other) => surestThenLatest(one, other) || ascending(one.number, other.number),
  most: contactLimits.phonesMax,
};

const linkUnion: Union<LinkContact> = {
  key: ({ url }) => url,
  join(known, further) {
    const sources = uniteSources(known.sources, further.sources);
    const { network, handle } = betterNamed(known, further);
    if (sources === known.sources && network === known.network && handle === known.handle) return known;
    return { network, handle, url: known.url, sources };
  },
  order: (one, other) =>
    descending(one.sources[0].seen_at, other.sources[0].seen_at) || ascending(one.url, other.url),
  most: contactLimits.linksMax,
};

// The same url gives the same link, unless an older release didn't know its network yet.
const betterNamed = (known: LinkContact, further: LinkContact): LinkContact =>
  (Number(known.network === 'website') - Number(further.network === 'website') ||
    Number(known.handle === null) - Number(further.handle === null) ||
    ascending(known.network, further.network) ||
    ascending(known.handle ?? '', further.handle ?? '')) <= 0
    ? known
    : further;

const firstOf = (known: string | null, further: string | null): string | null =>
  known === null || (further !== null && further < known) ? further : known;
