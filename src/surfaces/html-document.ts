import { html, type Markup, type Page } from '#core/answers/page-view.ts';

/** The frame around the text of every document for people. */
export interface Look {
  /** Addresses of what it loads. Null: not built. The document works without. */
  style: string | null;
  font: string | null;
  script: string | null;
  /** The address for questions. Null: not configured. */
  contact: { href: string; label: string } | null;
  /** The first page of the website. Null: this process serves none. */
  home: string | null;
  termsUrl: string;
}

export interface PlainPage extends Page {
  /** Beside the text on wide screens. */
  aside?: Markup | null;
}

/** The mark of `web/shared/shell/mark.tsx`, which also shows on dark tabs. */
export const tabIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'%3E" +
  "%3Crect width='20' height='20' rx='5' fill='%233a4fd8'/%3E%3Cpath d='M13.6 7.4a4.4 4.4 0 1 0 0 5.2' fill='none' " +
  "stroke='white' stroke-width='2.2' stroke-linecap='round'/%3E%3Ccircle cx='14' cy='10' r='1.4' fill='white'/%3E%3C/svg%3E";

/** Logo and name. Its colours are those of the style sheet. */
export const brand = (home: string | null): Markup => {
  const name = html`<svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><rect width="20" height="20" rx="5"/><path d="M13.6 7.4a4.4 4.4 0 1 0 0 5.2"/><circle cx="14" cy="10" r="1.4"/></svg>
<span>Contactry</span>`;
  return home ? html`<a class="brand" href="${home}">${name}</a>` : html`<span class="brand">${name}</span>`;
};

export interface Head {
  title: string;
  /** For search engines. Without one they are asked to leave the page out. */
  description?: string;
  /** The one address of the page. */
  canonical?: string;
  isForScripts?: boolean;
}

export const htmlDocument = (head: Head, body: Markup, { style, font, script }: Look): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head.description ? html`<meta name="description" content="${head.description}">` : html`<meta name="robots" content="noindex">`}
<title>${head.title}</title>
${head.canonical ? html`<link rel="canonical" href="${head.canonical}">` : null}
<link rel="icon" href="${tabIcon}">
${style && html`<link rel="stylesheet" href="${style}">`}
${font && html`<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>`}
${head.isForScripts && script ? html`<script type="module" src="${script}"></script>` : null}
</head>
${body}
</html>
`.text;

/** A page with one purpose: a form, a message, a refusal. It runs no script. */
export const plainDocument = ({ title, main, aside = null }: PlainPage, look: Look): string =>
  htmlDocument(
    { title },
    html`<body class="plain">
<header>${brand(look.home)}</header>
<div class="${aside ? 'plain-middle beside' : 'plain-middle'}">
<main>
${main}
</main>
${aside}
</div>
<footer>${contactLine(look)}</footer>
</body>`,
    look,
  );

const contactLine = ({ contact }: Look): Markup =>
  contact
    ? html`<p>Questions? <a href="${contact.href}">${contact.label}</a></p>`
    : html`<p>Questions? Ask the operator of this service.</p>`;

/** Sent with every plain page: no scripts, no framing, no referrer, and only our own style and font. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
