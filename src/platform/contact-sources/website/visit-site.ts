import type { Outcome } from '../source/outcome.ts';
import type { Field, SourceContext } from '../source/source.ts';
import { type SitePages, type VisitedPage, visitPage } from './visit-page.ts';

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
