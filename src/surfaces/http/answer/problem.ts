import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalsAnywhere } from '#core/answers/refusals.ts';
import { BatchOverflow } from '#core/concurrency/batch.ts';
import type { Log } from '#core/context.ts';
import {
  isBusy,
  isConnectionLoss,
  isDatabaseRefusal,
  sqlState,
  sqlStateOf,
} from '#core/database/sqlstate.ts';
import type { Manifest } from '#core/domain.ts';
import { bodiesOf, doorName } from '#core/door.ts';
import { type ErrorDefinition, Failure, ValidationFailure } from '#core/failure.ts';
import type { Look } from '../../html-document.ts';
import { closeAfterRefusals } from '../connections.ts';
import { pageRequest, sendPage } from './page-answer.ts';
import { problemText } from './problem-text.ts';

export interface ProblemOptions {
  manifest: Manifest;
  publicUrl: () => string;
  look: () => Promise<Look>;
  log: Log;
  /** In tests an undeclared code is a server error. Elsewhere it is sent, and logged as an error. */
  declaredOnly: boolean;
}

/** Turns an error into its declared response (RFC 9457; 422 in FastAPI's format). */
export const problemSender =
  (options: ProblemOptions) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> => {
    const { manifest, publicUrl, look, log } = options;
    // Fastify closes the connection if a body was not read. We let the rest of the body through instead.
    reply
      .removeHeader('connection')
      .removeHeader('content-disposition')
      .headers(request.admitted?.headers ?? {});
    const page = request.routeOptions.config?.door?.page;
    if (error instanceof ValidationFailure) {
      if (page) {
        const refusal = { code: null, detail: null, faults: error.faults };
        return sendPage(reply.code(422), page.refusal(refusal, pageRequest(request, publicUrl())), look);
      }
      request.problem = JSON.stringify({ detail: error.faults });
      return reply.code(422).type('application/json').send(request.problem);
    }
    const failure = declaredFailure(failureOf(error, request), request, options);
    const definition = manifest.errors.get(failure.code);
    if (!definition) throw new Error(`the error code ${failure.code} is not declared`, { cause: error });
    request.refusal = failure;
    logRefusal(log, failure, definition, error, request);
    if (definition.status === 503) reply.header('Retry-After', '2');
    reply.code(definition.status).headers(failure.headers);
    closeAfterRefusals(request, reply);
    if (page) {
      const refusal = { code: failure.code, detail: failure.detail ?? null, faults: [] };
      return sendPage(reply, page.refusal(refusal, pageRequest(request, publicUrl())), look);
    }
    request.problem = problemText(failure, definition, request.id, publicUrl());
    return reply.type('application/problem+json').send(request.problem);
  };

/** Deliberate refusals don't log stack traces, because anyone can trigger them as often as they like. */
function logRefusal(
  log: Log,
  failure: Failure,
  { status }: ErrorDefinition,
  error: unknown,
  request: FastifyRequest,
): void {
  const { code } = failure;
  const requestId = request.id;
  if (status === 503 && !failure.cause) log.warn({ code, requestId }, 'refused a request');
  else if (isDatabaseRefusal(failure.cause)) {
    const { message: reason } = failure.cause as Error;
    log.warn({ code, requestId, reason }, 'the database refused a request');
  } else if (status >= 500) log.error({ error: failure.cause ?? error, code, requestId }, 'a request failed');
}

function declaredFailure(
  failure: Failure,
  request: FastifyRequest,
  { log, declaredOnly }: ProblemOptions,
): Failure {
  const { code } = failure;
  const { door, refusals } = request.routeOptions.config ?? {};
  if (!door || !refusals || refusals.has(code) || refusalsAnywhere.includes(code)) return failure;
  const words = `${doorName(door)} failed with ${code}, which its operation does not declare`;
  if (declaredOnly) return new Failure('internal_error', { cause: new Error(words, { cause: failure }) });
  log.error({ code, requestId: request.id }, words);
  return failure;
}

const diskFull =
  'The disk of the database is full, so it can’t write. Repeat the request when the operator has freed some space.';

function failureOf(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof BatchOverflow) return new Failure('overloaded', { cause: error });
  if (isBusy(error)) return new Failure('overloaded', { cause: error });
  if (sqlStateOf(error) === sqlState.diskFull)
    return new Failure('database_unavailable', { cause: error, detail: diskFull });
  if (isConnectionLoss(error)) return new Failure('database_unavailable', { cause: error });
  return (
    failureOfFastify(error as { code?: string }, request) ?? new Failure('internal_error', { cause: error })
  );
}

function takenBy({ routeOptions }: FastifyRequest): string {
  return `Send a body with the content type ${Object.keys(bodiesOf(routeOptions.config.door)).join(' or ')}.`;
}

function failureOfFastify({ code }: { code?: string }, request: FastifyRequest): Failure | null {
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Failure('unsupported_media_type', { detail: takenBy(request) });
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Failure('not_found');
    default:
      return null;
  }
}
