import Type from 'typebox';
import { Check } from 'typebox/value';
import type { FetchPage, FetchRefusal, Page } from '#platform/outgoing/index.ts';
import { storeAnswer, storedAnswer } from '../source/conditional-get.ts';
import { noCharge, notApplicable, notFound, type Outcome } from '../source/outcome.ts';
import type { Field, SourceContext } from '../source/source.ts';
import { factsOf, noFacts, type PageFacts } from './page-facts.ts';

export interface SitePages {
  fetchPage: FetchPage;
  /**
   * Loopback servers for public origins, in tests and `npm run dev:sources`. Their answers are attributed to the public origin.
   */
  standIns: ReadonlyMap<string, string>;
}

export interface VisitedPage {
  url: string;
  facts: PageFacts;
}

type PageVisit = { ok: true; page: VisitedPage } | { ok: false; outcome: Outcome };

/** Reads a page, or returns what was stored when the site says that it hasn't changed. */
export async function visitPage(pages: SitePages, context: SourceContext, url: string): Promise<PageVisit> {
  const link = withOrigin(url, pages.standIns);
  if (link === null) return { ok: false, outcome: notApplicable('unsupported_link') };
  const known = await storedAnswer(context, link, 'anonymous');
  const facts = factsIn(known?.body);
  const page = await pages.fetchPage(link, {
    signal: context.signal,
    deadlineAt: context.deadlineAt,
    ...(known && facts && { known: { url: link, etag: known.etag, lastModified: known.lastModified } }),
  });
  if (!page.ok) return { ok: false, outcome: outcomeOfRefusal(page) };
  if (page.noindex) return { ok: false, outcome: { outcome: 'refused', because: 'noindex' } };
  const publicUrl = withOrigin(page.url, inverted(pages.standIns)) ?? page.url;
  if (page.notModified && facts) return { ok: true, page: { url: publicUrl, facts } };
  return { ok: true, page: { url: publicUrl, facts: await readAndKeep(context, link, page, publicUrl) } };
}

async function readAndKeep(
  context: SourceContext,
  link: string,
  page: Page,
  publicUrl: string,
): Promise<PageFacts> {
  const facts = page.parts ? factsOf(page.parts, publicUrl) : noFacts;
  const { etag, lastModified, fetchedAt } = page;
  // After a redirect, the validators belong to another URL than the one we would request.
  const isSame = page.redirects.length === 0 && (etag !== null || lastModified !== null);
  if (isSame) await storeAnswer(context, link, 'anonymous', { etag, lastModified, body: facts, fetchedAt });
  return facts;
}

const texts = Type.Array(Type.String());
const StoredFacts = Type.Object({
  addresses: texts,
  numbers: texts,
  ownLinks: texts,
  links: texts,
  people: Type.Array(Type.Object({ emails: texts, phones: texts, links: texts })),
});

/** Stored facts; null for anything else, for example from an older release. */
const factsIn = (body: unknown): PageFacts | null => (Check(StoredFacts, body) ? (body as PageFacts) : null);

function withOrigin(url: string, origins: ReadonlyMap<string, string>): string | null {
  const page = URL.parse(url);
  if (page === null) return null;
  const origin = origins.get(page.origin);
  return origin === undefined ? page.href : page.href.replace(page.origin, origin);
}

const inverted = (origins: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...origins].map(([from, to]) => [to, from]));

/** A site we can't read is not our failure, unless a later try may help. */
export function outcomeOfRefusal({ reason, status = 0, retryAt }: FetchRefusal): Outcome {
  if (retryAt) return { outcome: 'rate_limited', retryAt };
  if (reason === 'robots_disallowed') return { outcome: 'refused', because: 'robots' };
  if (reason === 'url_refused' || reason === 'address_refused') return notApplicable('unsupported_link');
  const isPassing =
    ['timeout', 'network', 'aborted', 'host_paused', 'robots_unreachable'].includes(reason) ||
    status >= 500 ||
    status === 429;
  if (isPassing) return { outcome: 'error', code: reason, retryable: true, charge: noCharge };
  return notFound(status === 404 || status === 410);
}

export type Visit =
  | { visited: true; site: string; pages: readonly VisitedPage[]; complete: boolean }
  | { visited: false; outcome: Outcome };

const furtherPagesMax = 2;
const contactPage = /(?:^|[/_-])(?:contact|kontakt|about|impressum|imprint|reach|hire)(?:[/_.-]|$)/i;

/** Reads the linked page. If it has nothing that is wanted, also reads the site's pages about its owner. */
export async function visitSite(
  pages: SitePages,
  context: SourceContext,
  site: string,
  wants: readonly Field[],
): Promise<Visit> {
  const first = await visitPage(pages, context, site);
  if (!first.ok) return { visited: false, outcome: first.outcome };
  const visited = [first.page];
  let complete = true;
  for (const link of contactPagesOf(first.page)) {
    if (hasWanted(visited, wants)) break;
    const further = await visitPage(pages, context, link);
    if (further.ok) visited.push(further.page);
    else complete &&= further.outcome.outcome === 'not_found';
  }
  return { visited: true, site, pages: visited, complete };
}

const hasWanted = (visited: readonly VisitedPage[], wants: readonly Field[]): boolean =>
  visited.some(
    ({ facts }) =>
      wants.includes('emails') &&
      (facts.addresses.length > 0 || facts.people.some(({ emails }) => emails.length > 0)),
  ) ||
  visited.some(
    ({ facts }) => !wants.includes('emails') && (facts.numbers.length > 0 || !wants.includes('phones')),
  );

/** Pages of the same site whose URL suggests that they are about its owner. */
export function contactPagesOf({ url, facts }: VisitedPage): string[] {
  const { origin, pathname } = new URL(url);
  const isAboutOwner = (link: string) => {
    const page = new URL(link);
    return page.origin === origin && page.pathname !== pathname && contactPage.test(page.pathname);
  };
  const links = facts.links.filter(isAboutOwner).map((link) => link.replace(/[?#].*$/, ''));
  return [...new Set(links)].slice(0, furtherPagesMax);
}
