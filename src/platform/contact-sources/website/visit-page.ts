import Type from 'typebox';
import { Check } from 'typebox/value';
import type { FetchPage, FetchRefusal, Page } from '#platform/outgoing/index.ts';
import { storeAnswer, storedAnswer } from '../source/conditional-get.ts';
import { noCharge, notApplicable, notFound, type Outcome } from '../source/outcome.ts';
import type { SourceContext } from '../source/source.ts';
import { factsOf, noFacts, type PageFacts } from './page-facts.ts';

export interface SitePages {
  fetchPage: FetchPage;
  /**
   * Loopback servers for public origins, in tests and `npm run dev:sources`. What they return is attributed to the public origin.
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
