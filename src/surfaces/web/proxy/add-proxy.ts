import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#core/context.ts';
import { takesStream } from '#core/door.ts';
import { Failure } from '#core/failure.ts';
import { noAnswer, type UpstreamAnswer } from '../api/upstream.ts';
import type { App } from '../apps.ts';
import { refuseOtherSites } from '../origin.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { WebContext } from '../web-context.ts';
import { apiRequest } from './api-request.ts';
import { responseHeaders } from './headers.ts';
import { type ProxiedDoor, proxiedDoors } from './proxied-doors.ts';

interface ProxyOptions extends WebContext {
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
  if (visitor.shown.role === 'reader' && showsContacts(proxied, request)) throw readersSeeNone();
  beginCall(visitor.person, reply.raw);
  if (takesStream(proxied.door)) options.liftDeadline(request);
  if (request.headers.expect !== undefined) reply.raw.writeContinue();
  const asked = await apiRequest(proxied, request, { visitor, reply });
  const answer = await options.passing.send({ ...asked, signal: goneWith(reply) });
  const body = await bodyOf(answer, options.log);
  return reply.code(answer.status).headers(responseHeaders(answer.headers)).send(body);
}

const showsContacts = ({ declared }: ProxiedDoor, { query }: FastifyRequest): boolean =>
  declared.showsContacts === true || (query as Record<string, unknown>).reveal === 'true';

/** These are doors of customers, and the API knows no roles there. */
const readersSeeNone = () =>
  new Failure('role_refused', {
    detail: 'Your role is reader. Contacts that a customer looked up need another one.',
  });

/** Aborts when the browser is gone. */
function goneWith({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  if (raw.destroyed) controller.abort();
  return controller.signal;
}

const problemBytesMax = 64 * 1024;

async function problemIn(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > problemBytesMax) throw noAnswer(new Error('the API sent too long a problem document'));
  }
  return Buffer.concat(chunks);
}

/** A secret that the API refuses is ours. To the page it would look as if its own session had ended. */
async function bodyOf({ status, body }: UpstreamAnswer, log: Log): Promise<Readable | Buffer> {
  if (status !== 401) return body;
  const bytes = await problemIn(body);
  if (!bytes.includes('"invalid_secret"')) return bytes;
  log.error({}, 'the API refuses the secret of the pages: INTERNAL_SECRET or ADMIN_SECRET differs');
  throw new Failure('api_unavailable', { cause: new Error('the API refused our secret') });
}

/** One person's calls at a time. A browser opens at most six connections, or one with a hundred streams. */
const callsMax = 32;
/** The part of these that may be reports, downloads and uploads. */
const heavyCallsMax = 6;

/** Counts a person's calls that are under way, until the answer has ended. Refuses one too many. */
type BeginCall = (person: string, response: ServerResponse) => void;

/** A person who reads slowly must not use up the connections to the API. */
function openCalls(max: number): BeginCall {
  const underWay = new Map<string, number>();
  const count = (person: string, change: number) => {
    const calls = (underWay.get(person) ?? 0) + change;
    if (calls > 0) underWay.set(person, calls);
    else underWay.delete(person);
  };
  return (person, response) => {
    if (response.destroyed) return;
    if (underWay.get(person) === max) {
      const detail = `You have ${max} requests of this kind in progress. Wait for one to finish.`;
      throw new Failure('overloaded', { detail, headers: { 'Retry-After': '1' } });
    }
    count(person, 1);
    response.once('close', () => count(person, -1));
  };
}
