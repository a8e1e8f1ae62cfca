import { html, listed, Markup } from '#core/answers/page-view.ts';
import type { SitePage } from '../site-document.ts';
import type { Library } from './library.ts';
import { type OwnUrls, withOwnAddresses } from './own-addresses.ts';
import type { Guide } from './render-guide.ts';
import { type Hit, queryLengthMax } from './search.ts';

const addressOf = (guide: string): string => `/docs/${guide}`;

export const docsHome = (library: Library): SitePage => ({
  title: 'Documentation · Contactry',
  description:
    'Guides to contact lookups: the dashboard, the API, bulk jobs, webhooks, agents, and how to run the service.',
  under: '/docs',
  kind: 'docs',
  main: html`${navigation(library, '/docs')}
<div class="article"><h1>Documentation</h1>
<p class="faint">Start with <a href="/docs/dashboard">the dashboard</a> or <a href="/docs/lookup">the HTTP API</a>, or read the <a href="/reference/">API reference</a> and the <a href="/errors">errors</a>.</p>
${listed(
  library.groups.map(
    ({
      title,
      isForOperators,
      guides,
    }) => html`<section><h2>${isForOperators ? `Operators: ${title.toLowerCase()}` : title}</h2>
<ul class="cards">${listed(
      guides.map((name) => {
        const { title: guide, summary } = library.guideAt(addressOf(name))!;
        return html`<li><a href="${addressOf(name)}">${guide}</a><span>${summary}</span></li>
`;
      }),
    )}</ul></section>`,
  ),
)}</div>`,
});

export const guidePage = (library: Library, address: string, guide: Guide, urls: OwnUrls): SitePage => ({
  title: `${guide.title} · Contactry`,
  description: guide.summary || guide.title,
  under: '/docs',
  kind: 'docs',
  main: html`${navigation(library, address)}
<article class="article prose">
${guide.isForOperators ? html`<p class="for-operators"><span class="badge">For operators of this service</span></p>` : null}
${new Markup(withOwnAddresses(guide.body.text, urls, guide.isForOperators))}
</article>
${contents(guide)}`,
});

export const searchPage = (library: Library, query: string, hits: readonly Hit[]): SitePage => ({
  title: query ? `${query} · Search · Contactry` : 'Search · Contactry',
  under: '/docs',
  kind: 'docs',
  main: html`${navigation(library, '/docs/search', query)}
<div class="article"><h1>Search</h1>
<p class="faint" role="status">${resultWords(query, hits.length)}</p>
<ol class="hits">${listed(
    hits.map(
      ({
        address,
        guide,
        title,
        excerpt,
        isForOperators,
      }) => html`<li><a href="${address}">${title}</a><span class="faint">${guide}${isForOperators ? ' · for operators' : null}</span><p>${listed(excerpt.map((part, at) => (at % 2 === 1 ? html`<mark>${part}</mark>` : html`${part}`)))}</p></li>
`,
    ),
  )}</ol></div>`,
});

function resultWords(query: string, count: number): string {
  if (query === '') return 'Enter a word, such as webhook or payment.';
  if (count === 0) return `No matches for “${query}”.`;
  return count === 1 ? '1 match' : `${count} matches`;
}

/** The list of guides, with the search on top. On a phone it is folded. */
const navigation = (library: Library, current: string, query = ''): Markup => html`<div class="guides-side">
<form class="search" role="search" action="/docs/search">
<label class="unseen" for="q">Search the docs</label>
<input id="q" name="q" type="search" placeholder="Search the docs" autocomplete="off" maxlength="${String(queryLengthMax)}" value="${query}" aria-keyshortcuts="/">
<ul class="found" hidden></ul>
</form>
<details class="guide-list"><summary>All guides</summary>
<nav aria-label="Guides">${groupLists(library, current)}</nav>
</details>
</div>`;

const groupLists = (library: Library, current: string): Markup =>
  listed(
    library.groups.map(
      (
        { title, isForOperators, guides },
        at,
        all,
      ) => html`${isForOperators && !all[at - 1]?.isForOperators ? html`<p class="who-for">For operators</p>` : null}
<p>${title}</p>
<ul>${listed(
        guides.map((name) => {
          const address = addressOf(name);
          return html`<li><a href="${address}"${address === current ? html` aria-current="page"` : null}>${library.guideAt(address)!.title}</a></li>
`;
        }),
      )}</ul>`,
    ),
  );

/** The headings of a guide that has several. */
function contents({ sections }: Guide): Markup | null {
  const shown = sections.filter(({ depth }) => depth === 2);
  if (shown.length < 2) return null;
  return html`<nav class="contents" aria-label="On this page"><p>On this page</p>
<ul>${listed(shown.map(({ anchor, title }) => html`<li><a href="#${anchor}">${title}</a></li>`))}</ul></nav>`;
}
