import type { FastifyInstance } from 'fastify';
import { html } from '#core/answers/page-view.ts';
import { Failure } from '#core/failure.ts';
import { sendPage } from './document.ts';
import type { WebOptions } from './web-options.ts';

/** Addresses that people open show what went wrong as a page. */
export function showFailures(server: FastifyInstance, options: WebOptions): void {
  const { manifest, log } = options;
  server.setErrorHandler((error, request, reply) => {
    const failure = error instanceof Failure ? error : new Failure('internal_error', { cause: error });
    const { status, title, when, remedy } = manifest.errors.get(failure.code)!;
    request.refusal = failure;
    if (status >= 500)
      log.error(
        { error: failure.cause ?? error, code: failure.code, requestId: request.id },
        'a page failed',
      );
    const way =
      status === 404
        ? html`<a class="button" href="/">Home</a> <a class="button" href="/docs">Search the docs</a>`
        : html`<a class="button" href="${request.method === 'GET' ? request.url : '/app'}">Try again</a>`;
    const main = html`<p class="faint">HTTP ${String(status)}</p>
<h1>${status === 404 ? 'This page doesn’t exist' : title}</h1>
<p>${failure.detail ?? `${when} ${remedy}`}</p>
<p class="actions">${way}</p>
<p class="hint">Request <code>${request.id}</code></p>`;
    return sendPage(reply.code(status), options, { title, main });
  });
}
