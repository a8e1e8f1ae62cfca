import type { FastifyReply } from 'fastify';
import { html, listed, Markup } from '#core/answers/page-view.ts';
import { type PlainPage, pageHeaders, plainDocument, tabIcon } from '../html-document.ts';
import type { App } from './apps.ts';
import type { Bundle } from './bundle/build-bundle.ts';
import type { WebOptions } from './web-options.ts';

/**
 * Everything comes from this origin, and no text becomes a script or a style. A form may lead a buyer to a payment provider, at one of
 * `formOrigins`.
 */
const policy = (formOrigins: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    ["form-action 'self'", ...formOrigins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

export const documentHeaders = (formOrigins: readonly string[]): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy(formOrigins),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

const titles: Readonly<Record<App, string>> = { app: 'Contactry', console: 'Contactry console' };

interface Visit {
  app: App;
  path: string;
  /** For the script of the app. */
  session: object;
  /** The reader's choice, as the cookie has it. */
  theme: string | null;
}

/** The document of a view, as it is drawn before the script of the app runs. */
export function documentOf({ app, path, session, theme }: Visit, bundle: Bundle): string {
  const { script, preloaded, style, font } = bundle.entries[app];
  const view = bundle.views[app].find(({ pattern }) => pattern.test({ pathname: path }));
  const scripts = [...preloaded, ...(view?.preloaded ?? [])];
  const asset = (name: string) => `/${app}/assets/${name}`;
  const scheme = theme === 'light' || theme === 'dark' ? html` data-theme="${theme}"` : null;
  return html`<!doctype html>
<html lang="en"${scheme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${titles[app]}</title>
<link rel="icon" href="${tabIcon}">
${style === null ? null : html`<link rel="stylesheet" href="${asset(style)}">`}
${font === null ? null : html`<link rel="preload" as="font" type="font/woff2" href="${asset(font)}" crossorigin>`}
</head>
<body>
<noscript><p class="notice">These pages need JavaScript. The API and the command line don’t.</p></noscript>
<div id="root" data-session="${JSON.stringify(session)}" inert>${view ? new Markup(view.html) : null}</div>
<template>
${listed(scripts.map((name) => html`<link rel="modulepreload" href="${asset(name)}">`))}
<script type="module" src="${asset(script)}"></script>
</template>
<script type="module" src="${asset(bundle.begin)}"></script>
</body>
</html>
`.text;
}

/** Browsers leave the origin of a form out under the stricter policy. */
export const sendPage = async (
  reply: FastifyReply,
  { look }: Pick<WebOptions, 'look'>,
  page: PlainPage,
): Promise<FastifyReply> =>
  reply.headers({ ...pageHeaders, 'referrer-policy': 'same-origin' }).send(plainDocument(page, await look()));
