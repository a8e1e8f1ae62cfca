import { createHash } from 'node:crypto';
import { html, Markup, type Page } from '#core/answers/page-view.ts';

const style = `
:root { color-scheme: light dark; --ink: #1b1b1f; --faint: #55555e; --paper: #fff; --line: #77777f; --act: #0b57d0; --on: #fff; --bad: #b3261e; --tint: #f2f3f7 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7e7ec; --faint: #b4b4bd; --paper: #141417; --line: #8a8a93; --act: #a8c7fa; --on: #062e6f; --bad: #ffb4ab; --tint: #232329 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2 }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.25rem; line-height: 1.3 }
h3 { margin: 1.5rem 0 0; font-size: 1rem }
label { display: block; margin-top: 1.5rem; font-weight: 600 }
input { display: block; width: 100%; min-height: 2.75rem; margin-top: .25rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .25rem; background: var(--paper); color: inherit; font: inherit }
input[aria-invalid] { border: 2px solid var(--bad) }
button, .button { width: 100%; min-height: 2.75rem; margin-top: 1.5rem; padding: .5rem 1.25rem; border: 1px solid transparent; border-radius: .25rem; background: var(--act); color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
.button { display: inline-block; text-align: center; text-decoration: none }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
a { color: var(--act) }
code { display: block; margin: .5rem 0; padding: .75rem; border-radius: .25rem; background: var(--tint); font-size: 1rem; user-select: all }
li { margin-top: 1rem }
ol { padding-left: 1.5rem }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
.buttons form { flex: 1 1 100% }
.buttons button { margin: 0 }
.buttons form + form button, .quiet button { border-color: var(--line); background: transparent; color: var(--act) }
.quiet { margin-top: .75rem }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.5rem; margin: 1rem 0 }
dt { color: var(--faint) }
dd { margin: 0 }
.hint { margin: 0; color: var(--faint) }
.fault { margin: .25rem 0 0; color: var(--bad); font-weight: 600 }
.refusal { margin-bottom: 1.5rem; padding: 1rem; border: 2px solid var(--bad); border-radius: .25rem }
.refusal p { margin: .25rem 0 0 }
@media (min-width: 30rem) {
  button, .button { width: auto }
  .buttons form { flex: none }
}
`;

/** A complete document in our one style. */
export const htmlDocument = ({ title, main }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.text;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Sent with every page: no scripts, nothing loaded, no framing, no referrer. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};
