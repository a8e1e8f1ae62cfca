import type { FastifyInstance } from 'fastify';
import { html } from '#core/answers/page-view.ts';
import { Failure } from '#core/failure.ts';
import { htmlDocument } from '../html-document.ts';
import { sendPage } from './document.ts';
import type { WebOptions } from './web-options.ts';

/** Addresses that people open show what went wrong as a page. */
export function showFailures(server: FastifyInstance, { manifest, log }: WebOptions): void {
  server.setErrorHandler((error, request, reply) => {
    const failure = error instanceof Failure ? error : new Failure('internal_error', { cause: error });
    const { status, title, when, remedy } = manifest.errors.get(failure.code)!;
    request.refusal = failure;
    if (status >= 500)
      log.error(
        { error: failure.cause ?? error, code: failure.code, requestId: request.id },
        'a page failed',
      );
    const again = request.method === 'GET' ? request.url : '/app';
    const main = html`<h1>${title}</h1>
<p>${failure.detail ?? `${when} ${remedy}`}</p>
<p><a class="button" href="${again}">Try again</a></p>
<p class="hint">Request ${request.id}</p>`;
    return sendPage(reply.code(status), htmlDocument({ title, main }));
  });
}
