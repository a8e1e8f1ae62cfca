import {
  contactLimits,
  type EmailContact,
  type EmailStatus,
  type EmailType,
  emailTypes,
  type LinkContact,
  type PhoneContact,
  type PhoneType,
  phoneTypes,
} from '../shapes.ts';
import { ascending, descending, type Union } from './unite.ts';
import { uniteSources } from './unite-sources.ts';

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
// Of two undated statuses, one that only a check can give wins, and among those the more cautious one.
const statusRank: Record<EmailStatus, number> = rank([
  'invalid',
  'verified',
  'accept_all',
  'unverified',
  'unknown',
]);

/** A status and its date belong together. The later check wins, and a dated one beats an undated one. */
const laterCheck = (known: EmailContact, further: EmailContact): EmailContact =>
  (descending(known.verified_at ?? '', further.verified_at ?? '') ||
    statusRank[known.status] - statusRank[further.status]) <= 0
    ? known
    : further;

export const emailUnion: Union<EmailContact> = {
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

export const phoneUnion: Union<PhoneContact> = {
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

export const linkUnion: Union<LinkContact> = {
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
