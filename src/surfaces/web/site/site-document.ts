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
  /** One of several texts at the same path. */
  variant?: string;
  /** The class of `main`. */
  kind: 'home' | 'pricing' | 'docs' | 'narrow';
}

const navigation = [
  ['/docs', 'Docs'],
  ['/pricing', 'Pricing'],
  ['/reference/', 'API reference'],
] as const;

export interface Addresses {
  /** The page itself. */
  canonical: string;
  /** What the API's own pages start with: nothing in the same process. Null: unknown while the API can't be reached. */
  api: string | null;
}

/** A page of the website, below its navigation. */
export const siteDocument = (page: SitePage, look: Look, { canonical, api }: Addresses): string =>
  htmlDocument(
    { title: page.title, description: page.description, canonical, isForScripts: true },
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
${footer(look, api)}
</body>`,
    look,
  );

type Link = [href: string, text: string];

function footer({ contact, termsUrl }: Look, api: string | null): Markup {
  const ofApi = (path: string, text: string): Link[] => (api === null ? [] : [[api + path, text]]);
  const columns: [title: string, links: Link[]][] = [
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
        ...ofApi('/api/docs', 'Notes for agents'),
      ],
    ],
    [
      'Trust',
      [
        ['/docs/privacy', 'Privacy'],
        ...ofApi('/opt-out', 'Opt out'),
        ...(termsUrl ? [[termsUrl, 'Terms'] satisfies Link] : []),
        ['/licences.txt', 'Licences'],
        ...(contact ? [[contact.href, contact.label] satisfies Link] : []),
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
