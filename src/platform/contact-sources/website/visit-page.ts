import type { FetchPage, FetchRefusal, Page } from '#platform/outgoing/index.ts';
import { keepAnswer, knownAnswer } from '../source/conditional-get.ts';
import { noCharge, notApplicable, notFound, type Outcome } from '../source/outcome.ts';
import { listOf, memberOf } from '../source/read-json.ts';
import type { SourceContext } from '../source/source.ts';
import { factsOf, noFacts, type PageFacts } from './page-facts.ts';

export interface SitePages {
  fetchPage: FetchPage;
  /**
   * Public origins that loopback servers answer for: tests and `npm run dev:sources`. What is found there is said to be
   * from the public one.
   */
  standIns: ReadonlyMap<string, string>;
}

export interface VisitedPage {
  url: string;
  facts: PageFacts;
}

type PageVisit = { ok: true; page: VisitedPage } | { ok: false; outcome: Outcome };

/** One page, as it stands now or as it was kept while the site says that it still holds. */
export async function visitPage(pages: SitePages, context: SourceContext, url: string): Promise<PageVisit> {
  const link = withOrigin(url, pages.standIns);
  if (link === null) return { ok: false, outcome: notApplicable('unsupported_link') };
  const known = await knownAnswer(context, link, 'anonymous');
  const facts = factsIn(known?.body);
  const page = await pages.fetchPage(link, {
    signal: context.signal,
    deadlineAt: context.deadlineAt,
    ...(known && facts && { known: { url: link, etag: known.etag, lastModified: known.lastModified } }),
  });
  if (!page.ok) return { ok: false, outcome: outcomeOfRefusal(page) };
  if (page.noindex) return { ok: false, outcome: { outcome: 'refused', because: 'noindex' } };
  const publicUrl = withOrigin(page.url, backwards(pages.standIns)) ?? page.url;
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
  // After a redirect the validators belong to another address than the one that will be asked for.
  const isSame = page.redirects.length === 0 && (etag !== null || lastModified !== null);
  if (isSame) await keepAnswer(context, link, 'anonymous', { etag, lastModified, body: facts, fetchedAt });
  return facts;
}

/** Facts that were kept; null for anything else, such as what an older release kept. */
function factsIn(body: unknown): PageFacts | null {
  const lists = ['addresses', 'numbers', 'ownLinks', 'links'].map((name) => memberOf(body, name));
  const isText = (value: unknown) => typeof value === 'string';
  if (!lists.every((list) => Array.isArray(list) && list.every(isText))) return null;
  const people = memberOf(body, 'people');
  const isPerson = (person: unknown) =>
    ['emails', 'phones', 'links'].every((name) => listOf(memberOf(person, name)).every(isText));
  return Array.isArray(people) && people.every(isPerson) ? (body as PageFacts) : null;
}

function withOrigin(url: string, origins: ReadonlyMap<string, string>): string | null {
  const page = URL.parse(url);
  if (page === null) return null;
  const origin = origins.get(page.origin);
  return origin === undefined ? page.href : page.href.replace(page.origin, origin);
}

const backwards = (origins: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...origins].map(([from, to]) => [to, from]));

/** A site that can't be read is no failure of ours, unless trying again later may help. */
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
