import type { FastifyReply } from 'fastify';
import { html, listed } from '#core/answers/page-view.ts';
import { pageHeaders } from '../html-document.ts';
import type { App } from './apps.ts';
import type { Entry } from './bundle/build-bundle.ts';

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

/** The mark of `web/shared/shell/mark.tsx`, which also shows on dark tabs. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'%3E" +
  "%3Crect width='20' height='20' rx='5' fill='%233a4fd8'/%3E%3Cpath d='M13.6 7.4a4.4 4.4 0 1 0 0 5.2' fill='none' " +
  "stroke='white' stroke-width='2.2' stroke-linecap='round'/%3E%3Ccircle cx='14' cy='10' r='1.4' fill='white'/%3E%3C/svg%3E";

/** The one document of an app. Its script reads the address and draws the view. */
export function documentOf(app: App, { script, preloaded, style, font }: Entry): string {
  const asset = (name: string) => `/${app}/assets/${name}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${titles[app]}</title>
<link rel="icon" href="${icon}">
${style === null ? null : html`<link rel="stylesheet" href="${asset(style)}">`}
${font === null ? null : html`<link rel="preload" as="font" type="font/woff2" href="${asset(font)}" crossorigin>`}
${listed(preloaded.map((name) => html`<link rel="modulepreload" href="${asset(name)}">`))}
<script type="module" src="${asset(script)}"></script>
</head>
<body>
<div id="root"></div>
<noscript>These pages need JavaScript. The API and the command line do not.</noscript>
</body>
</html>
`.text;
}

/** Browsers leave the origin of a form out under the stricter policy. */
export const sendPage = (reply: FastifyReply, document: string): FastifyReply =>
  reply.headers({ ...pageHeaders, 'referrer-policy': 'same-origin' }).send(document);
