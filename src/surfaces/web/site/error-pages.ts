import { html, listed } from '#core/answers/page-view.ts';
import type { ErrorDefinition, ErrorDefinitions } from '#core/failure.ts';
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
          ]) => html`<div><dt><a href="/errors/${code}"><code>${code}</code></a></dt><dd>${when}</dd></div>
`,
        ),
    )}</dl></section>`,
  ),
)}`,
  };
}

export const errorPage = (
  code: string,
  { status, title, when, remedy, retryable }: ErrorDefinitions[string],
): SitePage => ({
  title: `${code} · Contactry errors`,
  description: `${when} ${remedy}`,
  under: '/docs',
  kind: 'narrow',
  main: html`<div class="lead"><p class="small"><a href="/errors">Errors</a></p>
<h1>${title}</h1>
<p><code>${code}</code> <span class="faint">HTTP ${String(status)}</span></p></div>
<dl class="error">
<div><dt>When</dt><dd>${when}</dd></div>
<div><dt>What to do</dt><dd>${remedy}</dd></div>
<div><dt>Retrying</dt><dd>${retryable ? 'May help: the same request can succeed later.' : 'Won’t help.'}</dd></div>
</dl>`,
});
