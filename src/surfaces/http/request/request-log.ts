import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AccountRef, accountOf, type KeyCredential, keyOf, surfaceOf } from '#core/access.ts';
import type { RefusedCall } from '#core/answers/refused-call.ts';
import type { Log } from '#core/context.ts';
import type { Failure } from '#core/failure.ts';
import type { Tracer } from '#core/tracing/span.ts';
import { inTrace, readTrace, type Trace, traceFields } from '#core/tracing/trace.ts';
import { checkPaths } from '../checks-only.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it was refused; null where it was not, and for one that lacks its shape (422). */
    refusal: Failure | null;
    /** The body of its refusal. */
    problem: string | null;
    isLogged: boolean;
    /** The caller's, or our own if the request is recorded. */
    trace: Trace | null;
    /** Method and path of its route. Null where no door takes it. */
    route: string | null;
  }
}

export interface RequestLogOptions {
  log: Log;
  tracer: Tracer;
  /** Told of every answer, for the metrics. */
  onAnswer?: (route: string, status: number, seconds: number) => void;
  /** Told of each call with a key that was refused or failed. */
  onRefused?: (call: RefusedCall) => void;
}

/** Load balancers and Prometheus call these every few seconds. Only failures are worth a line. */
const quietRoutes = new Set([
  ...[...checkPaths, '/metrics'].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]),
  // For each call of a page, which has a line of its own.
  'POST /internal/sign-in/sessions/check',
  'POST /api/v1/admin/operators/sessions/check',
]);
/** The API logs the calls that these pass on, and scripts and styles aren't worth a line. */
const quietPages = /^[A-Z]+ \/(app|console)\/(api|assets)\//;

/** One line per request: `info`, and `debug` for checks that succeed. It never contains a path, query, header or body. */
export function logRequests(
  server: FastifyInstance,
  { log, onAnswer, onRefused }: Omit<RequestLogOptions, 'tracer'>,
): void {
  server.decorateRequest('refusal', null);
  server.decorateRequest('problem', null);
  server.decorateRequest('isLogged', false);
  server.decorateRequest('route', null);
  server.addHook('onRequest', (request, reply, done) => {
    // Fastify logs nothing if the caller has gone before the answer.
    reply.raw.on('close', () => {
      if (request.isLogged) return;
      const route = routeOf(request);
      endSpan(request, route, null);
      log.info({ ...lineOf(request, reply, route), status: null, hungUp: true }, 'answered');
    });
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    request.isLogged = true;
    const route = routeOf(request);
    endSpan(request, route, reply.statusCode);
    onAnswer?.(route, reply.statusCode, reply.elapsedTime / 1000);
    if (reply.statusCode >= 400 && onRefused) tellOfRefusal(request, reply, onRefused);
    const isQuiet = (quietRoutes.has(route) || quietPages.test(route)) && reply.statusCode < 400;
    log[isQuiet ? 'debug' : 'info'](lineOf(request, reply, route), 'answered');
    done();
  });
}

const routeOf = (request: FastifyRequest) =>
  request.route ?? `${request.method} ${request.routeOptions.url ?? 'unknown'}`;

/** The same for what passes no hook, since no route takes it. */
export const logUnrouted = (request: FastifyRequest, reply: FastifyReply, log: Log): void =>
  log.info(lineOf(request, reply, `${request.method} unknown`), 'answered');

function lineOf(request: FastifyRequest, reply: FastifyReply, route: string): object {
  const { admitted, refusal } = request;
  const key = keyBehind(request);
  const account =
    key?.account ?? admitted?.actsFor?.account ?? (admitted && accountOf(admitted.caller)) ?? null;
  return {
    requestId: request.id,
    route,
    status: reply.statusCode,
    ...(refusal && { code: refusal.code }),
    ...(account && namesOf(account)),
    ...(key && { keyId: key.keyId }),
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...traceFields(request.trace),
  };
}

const keyBehind = ({ admitted, refusal }: FastifyRequest): KeyCredential | null | undefined =>
  refusal?.key ?? admitted?.actsFor?.key ?? (admitted && keyOf(admitted.caller));

const surfaceOfDoor = { key: 'api', agent: 'mcp', extension: 'extension' } as const;

function tellOfRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  onRefused: (call: RefusedCall) => void,
): void {
  const { door, operation } = request.routeOptions.config ?? {};
  const key = keyBehind(request);
  if (!key || !door || !operation || !(door.access in surfaceOfDoor)) return;
  const { params, query, body } = request;
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body) && !(body instanceof Readable);
  onRefused({
    key,
    operation,
    method: door.method,
    path: door.path,
    status: reply.statusCode,
    code: request.refusal?.code ?? null,
    durationMs: Math.round(reply.elapsedTime),
    openedFrom: request.admitted
      ? surfaceOf(request.admitted.caller)
      : surfaceOfDoor[door.access as keyof typeof surfaceOfDoor],
    requestId: request.id,
    given: { path: params, query, ...(isJson && { body }) },
    answer: request.problem ?? '',
  });
}

/** Everything that a request does runs in its trace. The response is written outside of it. */
export function followTraces(server: FastifyInstance, tracer: Tracer): void {
  server.decorateRequest('trace', null);
  server.addHook('onRequest', (request, _, done) => {
    request.trace = tracer.begin('request', request.method, readTrace(request.headers.traceparent));
    inTrace(request.trace, done);
  });
}

/** The route has names in place of a path's values. */
function endSpan(request: FastifyRequest, route: string, status: number | null): void {
  const span = request.trace?.span;
  if (!span) return;
  const [method, path] = route.split(' ');
  span.rename(route);
  span.set({
    'http.request.method': method,
    'http.route': path,
    'http.response.status_code': status ?? undefined,
    'error.type': status === null ? 'hung_up' : request.refusal?.code,
  });
  span.end(status !== null && status >= 500);
}

/** The `account_id` of an account may be its email. Then the log has only the number. */
const namesOf = ({ id, account_id: accountId }: AccountRef) =>
  opaque.test(accountId) ? { account: id, accountId } : { account: id };

const opaque = /^(?=.*[A-Za-z])[\w.:-]+$/;
