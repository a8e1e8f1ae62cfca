import { parseProfileLink } from '#values/profile-link/index.ts';
import {
  type ContactCollector,
  collectContacts,
  confidence,
  isLinkedIn,
  isSameProfile,
  publishedAt,
  type Sighting,
  type SourceQuery,
} from '../source/contact-collector.ts';
import { openFreeSource } from '../source/free-source.ts';
import { type Found, notFound, type Outcome } from '../source/outcome.ts';
import {
  everyNetwork,
  type KnownLink,
  openTerms,
  type Source,
  type SourceDescription,
  type SourceRequest,
} from '../source/source.ts';
import { onOrOff, unavailable, vendor } from '../vendor.ts';
import type { PageFacts, PersonOnPage } from './page-facts.ts';
import { type SitePages, type VisitedPage, visitSite } from './visit-site.ts';

/**
 * The person's own website, found by links in their profiles: `mailto:` and `tel:` links, schema.org persons, `rel="me"`.
 * Respects robots.txt and noindex, and never reads LinkedIn.
 */
const description: SourceDescription = {
  id: 'website',
  title: "The person's own website",
  tier: 'free',
  stage: 'derived',
  networks: everyNetwork,
  fields: ['emails', 'phones', 'links'],
  evidence: ['subject_published'],
  terms: openTerms,
  limits: { perMinute: null, concurrency: 1, spacingMs: 1000, timeoutMs: 6000, requestsMax: 6 },
  variables: ['WEBSITE_LOOKUPS'],
};

const sitesMax = 2;

const openWebsite = (pages: SitePages): Source =>
  openFreeSource({
    description,
    refuses: (request) => (sitesOf(request).length > 0 ? null : 'needs_link'),
    async look(context, asked) {
      const outcomes = sitesOf(asked.request).map(async (site) => {
        const visit = await visitSite(pages, context, site, asked.request.wants);
        return visit.visited ? readSite(visit, asked) : visit.outcome;
      });
      return combineOutcomes(await Promise.all(outcomes));
    },
  });

/** The sites to visit, those known to be the person's first. */
function sitesOf({ known }: SourceRequest): string[] {
  const sites = known.links.filter((link) => link.network === 'website' && isOwnSite(link));
  const inOrder = [...sites].sort(
    (one, other) => Number(other.proof === 'verified') - Number(one.proof === 'verified'),
  );
  return [...new Set(inOrder.map(({ url }) => url))].slice(0, sitesMax);
}

/** Pages of the networks themselves, such as a repository or a company, are no person's own site. */
function isOwnSite({ url }: KnownLink): boolean {
  const page = URL.parse(url);
  if (page === null || isLinkedIn(page.hostname)) return false;
  const parsed = parseProfileLink(url);
  return !parsed.ok && (parsed.reason === 'unsupported_host' || parsed.reason === 'bad_port');
}

/** Combines several sites: everything that was found, else the first failure. */
export function combineOutcomes(outcomes: readonly Outcome[]): Outcome {
  const found = outcomes.filter((outcome): outcome is Found => outcome.outcome === 'found');
  const failed = outcomes.filter(({ outcome }) => outcome !== 'found' && outcome !== 'not_found');
  const surest = found.find(({ identity }) => identity.match === 'verified_link') ?? found[0];
  if (surest === undefined) return failed[0] ?? notFound(outcomes.every(isCertainMiss));
  return {
    ...surest,
    emails: found.flatMap(({ emails }) => emails),
    phones: found.flatMap(({ phones }) => phones),
    links: found.flatMap(({ links }) => links),
    complete: failed.length === 0 && found.every(({ complete }) => complete),
  };
}

const isCertainMiss = (outcome: Outcome): boolean => outcome.outcome === 'not_found' && outcome.authoritative;

/** A page with more addresses is a staff list or a directory, and nothing shows which is the owner's. */
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
    addPage(seen, facts, publishedAt(url, sureness), isMe);
  }
  const proof = isLinkedBack ? 'verified' : 'claimed';
  const owner = pages.map(({ facts }) => ownerOf(facts, isMe)).find((found) => found !== null);
  const { name, jobTitle, company, location } = owner ?? {};
  const values = seen.emails.length + seen.phones.length + seen.links.length;
  if (values === 0 && !isLinkedBack) return notFound(complete);
  seen.link(site, publishedAt(isLinkedBack ? site : profile.url, sureness), proof);
  return seen.found({
    identity: { match: isLinkedBack ? 'verified_link' : 'same_url', url: site },
    person: { full_name: name, headline: jobTitle, company, location },
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

export const website = vendor({
  descriptions: [description],
  variables: {
    WEBSITE_LOOKUPS: onOrOff("Whether to read a person's own website.", true),
  },
  open: ({ WEBSITE_LOOKUPS: isOn }, { fetchPage, siteStandIns }) => [
    isOn
      ? openWebsite({ fetchPage, standIns: siteStandIns })
      : unavailable('website', 'WEBSITE_LOOKUPS is off.'),
  ],
});
