import {
  type ContactCollector,
  collectContacts,
  confidence,
  type Sighting,
  type SourceQuery,
} from '../source/contact-collector.ts';
import { notFound, type Outcome } from '../source/outcome.ts';
import { isSameProfile } from '../source/same-profile.ts';
import type { PersonOnPage } from './json-ld.ts';
import type { PageFacts } from './page-facts.ts';
import type { VisitedPage } from './visit-page.ts';

/** A page with more addresses is a staff list or a directory, and we can't tell which is the owner's. */
const addressesMax = 3;

export interface Visited {
  /** The link as shown in the person's profile. */
  site: string;
  pages: readonly VisitedPage[];
  complete: boolean;
}

/**
 * How much a site proves depends on whose it is. If it links back to the profile, it is the person's own. If only the profile
 * links to it, it counts less, since it may be the employer's.
 */
export function readSite({ site, pages, complete }: Visited, asked: SourceQuery): Outcome {
  const { profile } = asked.request;
  const isMe = (link: string) => isSameProfile(link, profile);
  const isLinkedBack = pages.some(({ facts }) =>
    [...facts.links, ...facts.ownLinks, ...namedBy(facts)].some(isMe),
  );
  const sureness = isLinkedBack ? confidence.linkedSite : confidence.unlinkedSite;

  const seen = collectContacts(asked);
  for (const { url, facts } of pages) {
    addPage(seen, facts, { kind: 'subject_published', confidence: sureness, url }, isMe);
  }
  const proof = isLinkedBack ? 'verified' : 'claimed';
  const person = pages.map(({ facts }) => ownerOf(facts, isMe)).find((owner) => owner !== null);
  const values = seen.emails.length + seen.phones.length + seen.links.length;
  if (values === 0 && !isLinkedBack) return notFound(complete);
  seen.link(
    site,
    { kind: 'subject_published', confidence: sureness, url: isLinkedBack ? site : profile.url },
    proof,
  );
  return seen.found({
    identity: { match: isLinkedBack ? 'verified_link' : 'same_url', url: site },
    person: {
      full_name: person?.name,
      headline: person?.jobTitle,
      company: person?.company,
      location: person?.location,
    },
    complete,
  });
}

const namedBy = ({ people }: PageFacts): string[] => people.flatMap(({ links }) => links);

function addPage(
  seen: ContactCollector,
  facts: PageFacts,
  how: Sighting,
  isMe: (link: string) => boolean,
): void {
  const owner = ownerOf(facts, isMe);
  for (const email of owner?.emails ?? []) seen.email(email, how);
  for (const phone of owner?.phones ?? []) seen.phone(phone, how);
  if (facts.addresses.length <= addressesMax) for (const address of facts.addresses) seen.email(address, how);
  if (facts.numbers.length <= addressesMax) for (const number of facts.numbers) seen.phone(number, how);
  for (const link of [...facts.ownLinks, ...(owner?.links ?? [])]) {
    if (!isMe(link) && !isSameSite(link, how.url)) seen.link(link, how, 'claimed');
  }
}

/** The only person on the page, or the one of several who is linked to the profile. */
function ownerOf({ people }: PageFacts, isMe: (link: string) => boolean): PersonOnPage | null {
  return people.find(({ links }) => links.some(isMe)) ?? (people.length === 1 ? people[0]! : null);
}

const isSameSite = (link: string, page: unknown): boolean =>
  URL.parse(link)?.origin === URL.parse(String(page))?.origin;
