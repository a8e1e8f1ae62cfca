import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayHaveBody, takesStream } from '#core/door.ts';
import { Failure } from '#core/failure.ts';
import type { Upstream, UpstreamAnswer } from '../api/upstream.ts';
import type { App } from '../apps.ts';
import { refuseOtherSites } from '../origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { WebOptions } from '../web-options.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { type ProxiedDoor, proxiedDoors } from './proxied-doors.ts';
import { ownMembers, requestAddress } from './request-address.ts';
import { requestBody } from './request-body.ts';

export interface ProxyOptions extends WebOptions {
  app: App;
  sessions: Sessions;
  upstream: Upstream;
}

/** A look-up answers within 8 s, and a batch of rows within this. */
const timeoutMs = 30_000;

/** Passes the pages' calls on to the API, for whoever is signed in. */
export function addProxy(server: FastifyInstance, options: ProxyOptions): void {
  const { app, manifest } = options;
  for (const proxied of proxiedDoors(manifest, app)) {
    server.route({
      method: proxied.door.method,
      url: `/${app}/api${proxied.door.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: (request, reply) => pass(options, proxied, request, reply),
    });
  }
  server.all(`/${app}/api/*`, async () => {
    throw new Failure('not_found', { detail: 'Pages may not call this address of the API.' });
  });
}

async function pass(
  options: ProxyOptions,
  proxied: ProxiedDoor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { door } = proxied;
  refuseOtherSites(options, request);
  const visitor = await options.sessions.visitor(request);
  if (takesStream(door)) options.liftDeadline(request);
  if (request.headers.expect !== undefined) reply.raw.writeContinue();

  const own = ownMembers(proxied, visitor.members);
  const { 'content-type': contentType = '', 'content-length': length } = request.headers;
  const given = request.body as Readable | undefined;
  const body = await requestBody(proxied, { contentType, body: given }, own.other);
  const isAsGiven = body !== null && body === given;
  const answer = await options.upstream.send({
    method: door.method,
    path: requestAddress(
      proxied,
      { params: request.params as Record<string, string>, query: queryOf(request) },
      own,
    ),
    headers: {
      ...requestHeaders(request.headers, visitor.headers),
      ...(isAsGiven && length !== undefined ? { 'content-length': length } : {}),
      ...(mayHaveBody(door) && !isAsGiven ? { 'content-type': 'application/json' } : {}),
    },
    body,
    signal: goneWith(reply),
    timeoutMs: takesStream(door) ? null : timeoutMs,
  });
  return reply
    .code(answer.status)
    .headers(responseHeaders(answer.headers))
    .send(await bodyOf(answer, options));
}

const queryOf = ({ url }: FastifyRequest): string =>
  url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';

/** Aborts when the browser is gone. */
function goneWith({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** A secret that the API refuses is ours. To the page it would look as if its own session had ended. */
async function bodyOf({ status, body }: UpstreamAnswer, { log }: ProxyOptions): Promise<Readable | Buffer> {
  if (status !== 401) return body;
  const bytes = Buffer.concat(await body.toArray());
  if (!bytes.includes('"invalid_secret"')) return bytes;
  log.error({}, 'the API refuses the secret of the pages: INTERNAL_SECRET or ADMIN_SECRET differs');
  throw new Failure('api_unavailable', { cause: new Error('the API refused our secret') });
}
