import { html, listed, type Markup } from '#core/answers/page-view.ts';
import { brand, htmlDocument, type Look } from '../../html-document.ts';

export interface SitePage {
  title: string;
  /** For search engines. Without one they leave the page out. */
  description?: string;
  /** Which entry of the navigation it belongs to. */
  under?: '/docs' | '/pricing';
  /** Starts with an `h1`. */
  main: Markup;
  /** The class of `main`. */
  kind: 'home' | 'pricing' | 'docs' | 'narrow';
}

const navigation = [
  ['/docs', 'Docs'],
  ['/pricing', 'Pricing'],
  ['/reference/', 'API reference'],
] as const;

/** A page of the website, below its navigation. */
export const siteDocument = (page: SitePage, look: Look, { isAlone }: { isAlone: boolean }): string =>
  htmlDocument(
    { title: page.title, description: page.description, isForScripts: true },
    html`<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<div>${brand('/')}
<nav aria-label="Main">${listed(
      navigation.map(
        ([
          href,
          text,
        ]) => html`<a href="${href}"${href === page.under ? html` aria-current="true"` : null}>${text}</a>
`,
      ),
    )}<a class="button" href="/app">Sign in</a></nav>
</div>
</header>
<main id="content" class="${page.kind}" tabindex="-1">
${page.main}
</main>
${footer(look, isAlone)}
</body>`,
    look,
  );

/** `isAlone`: without the API in this process, its own pages are elsewhere. */
function footer({ contact, termsUrl }: Look, isAlone: boolean): Markup {
  const columns: [title: string, links: [href: string, text: string][]][] = [
    [
      'Product',
      [
        ['/pricing', 'Pricing'],
        ['/app', 'Dashboard'],
        ['/docs/extension', 'Browser extension'],
      ],
    ],
    [
      'Developers',
      [
        ['/docs', 'Documentation'],
        ['/reference/', 'API reference'],
        ['/errors', 'Errors'],
        ...(isAlone ? [] : ([['/api/docs', 'Notes for agents']] as [string, string][])),
      ],
    ],
    [
      'Trust',
      [
        ['/docs/privacy', 'Privacy'],
        ...(isAlone ? [] : ([['/opt-out', 'Opt out']] as [string, string][])),
        ...(termsUrl ? ([[termsUrl, 'Terms']] as [string, string][]) : []),
        ...(contact ? ([[contact.href, contact.label]] as [string, string][]) : []),
      ],
    ],
  ];
  return html`<footer class="bottom">
<div>
<p>${brand('/')}<span class="faint">Contacts that are really known.</span></p>
${listed(
  columns.map(
    ([title, links]) => html`<nav aria-label="${title}"><p>${title}</p>
<ul>${listed(links.map(([href, text]) => html`<li><a href="${href}">${text}</a></li>`))}</ul></nav>
`,
  ),
)}
</div>
</footer>`;
}
