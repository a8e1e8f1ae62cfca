import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { takesStream } from '#core/door.ts';
import { Failure } from '#core/failure.ts';
import type { App } from '../apps.ts';
import { refuseOtherSites } from '../origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { WebContext } from '../web-context.ts';
import { bodyOf } from './answer-body.ts';
import { apiRequest } from './api-request.ts';
import { type BeginCall, callsMax, heavyCallsMax, openCalls } from './calls.ts';
import { responseHeaders } from './headers.ts';
import { type ProxiedDoor, proxiedDoors } from './proxied-doors.ts';

export interface ProxyOptions extends WebContext {
  app: App;
  /** The app's sessions. */
  own: Sessions;
}

/** Passes the pages' calls on to the API, for the person who is signed in. */
export function addProxy(server: FastifyInstance, options: ProxyOptions): void {
  const { app, manifest } = options;
  const light = { ...options, beginCall: openCalls(callsMax) };
  const heavy = { ...options, beginCall: openCalls(heavyCallsMax), passing: options.passingHeavy };
  for (const proxied of proxiedDoors(manifest, app)) {
    server.route({
      method: proxied.door.method,
      url: `/${app}/api${proxied.door.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: (request, reply) => pass(proxied.declared.share ? heavy : light, proxied, request, reply),
    });
  }
  server.all(`/${app}/api/*`, async () => {
    throw new Failure('not_found', { detail: 'Pages may not call this address of the API.' });
  });
}

async function pass(
  { beginCall, ...options }: ProxyOptions & { beginCall: BeginCall },
  proxied: ProxiedDoor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  refuseOtherSites(options, request);
  const visitor = await options.own.visitor(request);
  beginCall(visitor.person, reply.raw);
  if (takesStream(proxied.door)) options.liftDeadline(request);
  if (request.headers.expect !== undefined) reply.raw.writeContinue();
  const asked = await apiRequest(proxied, request, { visitor, reply });
  const answer = await options.passing.send({ ...asked, signal: goneWith(reply) });
  const body = await bodyOf(answer, options.log);
  return reply.code(answer.status).headers(responseHeaders(answer.headers)).send(body);
}

/** Aborts when the browser is gone. */
function goneWith({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  if (raw.destroyed) controller.abort();
  return controller.signal;
}
