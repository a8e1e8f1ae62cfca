import { parseProfileLink } from '#values/profile-link/index.ts';
import { openFreeSource } from '../source/free-source.ts';
import { type Found, notFound, type Outcome } from '../source/outcome.ts';
import { isLinkedIn } from '../source/same-profile.ts';
import {
  type Applies,
  appliesTo,
  everyNetwork,
  type KnownLink,
  type Source,
  type SourceDescription,
  type SourceRequest,
} from '../source/source.ts';
import { readSite } from './read-site.ts';
import type { SitePages } from './visit-page.ts';
import { visitSite } from './visit-site.ts';

/**
 * The person's own website, found by links in their profiles: `mailto:` and `tel:` links, schema.org persons, `rel="me"`.
 * Respects robots.txt and noindex, and never reads LinkedIn.
 */
export const websiteDescription: SourceDescription = {
  id: 'website',
  title: "The person's own website",
  tier: 'free',
  stage: 'derived',
  networks: everyNetwork,
  fields: ['emails', 'phones', 'links'],
  evidence: ['subject_published'],
  terms: { billable: true, storable: true, storeDaysMax: null, attribution: null },
  limits: { perMinute: null, concurrency: 1, spacingMs: 1000, timeoutMs: 6000, requestsMax: 6 },
  variables: ['WEBSITE_LOOKUPS'],
};

const sitesMax = 2;

export function openWebsite(pages: SitePages): Source {
  return openFreeSource({
    description: websiteDescription,
    applies: appliesToWebsite,
    async look(context, asked) {
      const outcomes = sitesOf(asked.request).map(async (site) => {
        const visit = await visitSite(pages, context, site, asked.request.wants);
        return visit.visited ? readSite(visit, asked) : visit.outcome;
      });
      return combineOutcomes(await Promise.all(outcomes));
    },
  });
}

function appliesToWebsite(request: SourceRequest): Applies {
  const fits = appliesTo(websiteDescription, request);
  if (!fits.applies) return fits;
  return sitesOf(request).length > 0 ? fits : { applies: false, reason: 'needs_link' };
}

/** The sites to visit, those known to be the person's first. */
function sitesOf({ known }: SourceRequest): string[] {
  const sites = known.links.filter((link) => link.network === 'website' && isOwnSite(link));
  const inOrder = [...sites].sort(
    (one, other) => Number(other.proof === 'verified') - Number(one.proof === 'verified'),
  );
  return [...new Set(inOrder.map(({ url }) => url))].slice(0, sitesMax);
}

/** Pages of the networks themselves, such as a repository or a company, are nobody's own site. */
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
