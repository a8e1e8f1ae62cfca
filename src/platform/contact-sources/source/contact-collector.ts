import { readOrNull, text } from '#core/vendor-json.ts';
import { type ExtraHost, type ProfileLink, parseProfileLink } from '#values/profile-link/index.ts';
import { type Charge, type Identity, noCharge, type Outcome } from './outcome.ts';
import {
  type EmailTraits,
  type EvidenceKind,
  instantOf,
  type LinkProof,
  type PersonTexts,
  type PhoneTraits,
  type Provenance,
  type Provenances,
  type SourceEmail,
  type SourceLink,
  type SourcePhone,
  seenEmail,
  seenLink,
  seenPhone,
} from './seen-values.ts';
import type { SourceRequest } from './source.ts';

/** The request that an answer is read for: which source, about whom, and when. */
export interface SourceQuery {
  source: string;
  request: SourceRequest;
  at: Date;
}

/** How one value was observed. */
export interface Sighting {
  kind: EvidenceKind;
  /** 0 to 100; see `confidence`. */
  confidence: number;
  /** The page that shows it. Ignored unless it is a web address. */
  url?: unknown;
  /** When the source last saw it there, if it says so; else the time of the request. */
  seenAt?: unknown;
}

/** How much each kind of evidence counts on its own. Independent sources are combined later. */
export const confidence = {
  profileField: 95,
  linkedSite: 95,
  verifiedKey: 90,
  observed: 85,
  attested: 75,
  unlinkedSite: 70,
  registry: 60,
  commit: 50,
} as const;

/** A value that the person shows on this page. */
export const publishedAt = (url: string, sureness: number = confidence.profileField): Sighting => ({
  kind: 'subject_published',
  confidence: sureness,
  url,
});

/** A value that a vendor vouches for, without saying where it saw it. */
export const attested: Sighting = { kind: 'provider_attested', confidence: confidence.attested };

const mostValues = { emails: 50, phones: 50, links: 100 } as const;
/** How many values we check, valid or not. Nested lists can contain tens of thousands. */
const triesMax = 1000;

/** Collects the values of an answer. Accepts anything; keeps only possible contacts, each once. */
export interface ContactCollector {
  email(address: unknown, how: Sighting | readonly Sighting[], traits?: EmailTraits): void;
  phone(number: unknown, how: Sighting | readonly Sighting[], traits?: PhoneTraits): void;
  link(url: unknown, how: Sighting, proof: LinkProof): void;
  readonly emails: readonly SourceEmail[];
  readonly phones: readonly SourcePhone[];
  readonly links: readonly SourceLink[];
  found(parts: FoundParts): Outcome;
}

export interface FoundParts {
  identity: Identity;
  person?: { [Text in keyof PersonTexts]?: unknown };
  charge?: Charge;
  complete?: boolean;
}

export function collectContacts(asked: SourceQuery): ContactCollector {
  const emails = new Map<string, SourceEmail>();
  const phones = new Map<string, SourcePhone>();
  const links = new Map<string, SourceLink>();
  let tried = 0;
  const mayTry = () => ++tried <= triesMax;
  const keep = <Value>(values: Map<string, Value>, key: string, value: Value, most: number) => {
    if (!values.has(key) && values.size < most) values.set(key, value);
  };

  return {
    email(address, how, traits) {
      if (!mayTry()) return;
      const witnessed = witnessOf(asked, how);
      const email = witnessed && seenEmail(address, witnessed.confidence, witnessed.sources, traits);
      if (email) keep(emails, email.address.toLowerCase(), email, mostValues.emails);
    },
    phone(number, how, traits) {
      if (!mayTry()) return;
      const witnessed = witnessOf(asked, how);
      const phone = witnessed && seenPhone(number, witnessed.confidence, witnessed.sources, traits);
      if (phone) keep(phones, phone.number.replace(/[^\d+x#;]/gi, ''), phone, mostValues.phones);
    },
    link(url, how, proof) {
      if (!mayTry()) return;
      const link = seenLink(url, proof, [provenanceOf(asked, how)]);
      if (link) keep(links, link.url, link, mostValues.links);
    },
    get emails() {
      return [...emails.values()];
    },
    get phones() {
      return [...phones.values()];
    },
    get links() {
      return [...links.values()];
    },
    found({ identity, person = {}, charge = noCharge, complete = true }) {
      return {
        outcome: 'found',
        identity,
        person: personOf(person),
        emails: [...emails.values()],
        phones: [...phones.values()],
        links: [...links.values()],
        charge,
        complete,
      };
    },
  };
}

const sightingsMax = 20;
const pageText = text(2000);
const personText = text(1000);

/** The provenance of all sightings, with the first one's confidence. Null for an empty list, which proves nothing. */
function witnessOf(asked: SourceQuery, how: Sighting | readonly Sighting[]) {
  const [first, ...others] = 'kind' in how ? [how] : how.slice(0, sightingsMax);
  if (first === undefined) return null;
  const sources: Provenances = [
    provenanceOf(asked, first),
    ...others.map((other) => provenanceOf(asked, other)),
  ];
  return { confidence: first.confidence, sources };
}

function provenanceOf({ source, at }: SourceQuery, { kind, url, seenAt }: Sighting): Provenance {
  const page = readOrNull(pageText, url);
  return {
    source,
    kind,
    url: page !== null && URL.canParse(page) && /^https?:/i.test(page) ? page : null,
    seen_at: instantOf(seenAt, at) ?? at.toISOString(),
  };
}

const personOf = (person: { [Text in keyof PersonTexts]?: unknown }): PersonTexts => ({
  full_name: readOrNull(personText, person.full_name),
  headline: readOrNull(personText, person.headline),
  company: readOrNull(personText, person.company),
  location: readOrNull(personText, person.location),
});

const linkText = text(2000);

/** The profile's own host, so that links to an operator's GitLab or Forgejo are recognized too. */
const extraHostOf = ({ network, host }: ProfileLink): ExtraHost => ({
  host,
  software: network === 'gitlab' ? 'gitlab' : 'forgejo',
});

/** The canonical profile link in a text, if it leads to a known network or to the host of `near`. */
export function profileUrlOf(url: unknown, near: ProfileLink): string | null {
  const link = readOrNull(linkText, url);
  if (link === null) return null;
  const parsed = parseProfileLink(link, [extraHostOf(near)]);
  return parsed.ok ? parsed.profile.url : null;
}

/** Whether a text names exactly the requested profile, in any spelling. */
export const isSameProfile = (url: unknown, profile: ProfileLink): boolean =>
  profileUrlOf(url, profile) === profile.url;

/** All of LinkedIn's host names, including those without profiles. */
export const isLinkedIn = (host: string): boolean =>
  /(?:^|\.)(?:linkedin\.(?:com|cn)|lnkd\.in)\.?$/i.test(host);
