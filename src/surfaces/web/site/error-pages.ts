import Type from 'typebox';
import { html, listed, type Markup } from '#core/answers/page-view.ts';
import type { ErrorDefinition, ErrorDefinitions } from '#core/failure.ts';
import { exampleOf } from '../../examples.ts';
import type { SitePage } from './site-document.ts';

/** Every error by its status. */
export function errorsPage(errors: ReadonlyMap<string, ErrorDefinition>): SitePage {
  const byStatus = Map.groupBy(errors, ([, { status }]) => status);
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return {
    title: 'Errors · Contactry',
    description: 'Every error code of the API: when it happens, and what to do.',
    under: '/docs',
    kind: 'narrow',
    main: html`<div class="lead"><h1>Errors</h1>
<p>A refused request is answered with <code>application/problem+json</code> and a <code>code</code> that never changes. 422 is different: its
<code>detail</code> lists every fault of the request’s shape.</p></div>
${listed(
  statuses.map(
    ([
      status,
      ofStatus,
    ]) => html`<section aria-labelledby="status-${String(status)}"><h2 id="status-${String(status)}">HTTP ${String(status)}</h2>
<dl class="codes">${listed(
      ofStatus
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(
          ([
            code,
            { when },
          ]) => html`<div><dt><a href="/errors/${code}"><code>${code}</code></a></dt><dd>${withCode(when)}</dd></div>
`,
        ),
    )}</dl></section>`,
  ),
)}`,
  };
}

/** `site` is where the website is. */
export const errorPage = (
  code: string,
  { status, title, when, remedy, retryable, members = {} }: ErrorDefinitions[string],
  site: string,
): SitePage => ({
  title: `${code} · Contactry errors`,
  description: `${when} ${remedy}`,
  under: '/docs',
  kind: 'narrow',
  main: html`<div class="lead"><p class="small"><a href="/errors">Errors</a></p>
<h1>${title}</h1>
<p><code>${code}</code> <span class="faint">HTTP ${String(status)}</span></p></div>
<dl class="error">
<div><dt>What happened</dt><dd>${withCode(when)}</dd></div>
<div><dt>What to do</dt><dd>${withCode(remedy)}</dd></div>
<div><dt>Retrying</dt><dd>${retryable ? 'May help: the same request can succeed later.' : 'Won’t help.'}</dd></div>
</dl>
<section aria-labelledby="example"><h2 id="example">Example</h2>
<pre tabindex="0"><code>${JSON.stringify(
    {
      type: `${site}/errors/${code}`,
      title,
      status,
      detail: `${when} ${remedy}`,
      code,
      request_id: '0198c0de-0000-7000-8000-000000000001',
      ...(exampleOf(Type.Object(members), { whole: true, domain: '' }) as object),
    },
    null,
    2,
  )}</code></pre></section>`,
});

/** Texts of errors name members in backticks. */
const withCode = (text: string): Markup =>
  listed(text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`)));
