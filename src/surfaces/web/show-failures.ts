import type { FastifyInstance } from 'fastify';
import { Failure } from '#core/failure.ts';
import { sendPage } from './document.ts';
import { failurePage } from './failure-page.ts';
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
    const page = failurePage(title, failure.detail ?? `${when} ${remedy}`, { requestId: request.id, again });
    return sendPage(reply.code(status), page);
  });
}
