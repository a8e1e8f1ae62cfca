import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodiesOf, type Door, mayHaveBody, pathParameters, takesStream } from '#core/door.ts';
import { Failure } from '#core/failure.ts';
import { bodyBytesMaxOf } from '#core/input/body-limit.ts';
import { holdBody, knownSenders, sendersWithoutPlan } from '#core/input/held-bodies.ts';
import { shapeFor } from '#core/input/input.ts';
import { parseJson } from '#core/input/parse-json.ts';
import { collectBody } from '../../collect-body.ts';
import type { UpstreamRequest } from '../api/upstream.ts';
import type { Visitor } from '../sessions/sessions.ts';
import { requestHeaders } from './headers.ts';
import type { ProxiedDoor } from './proxied-doors.ts';

/** A lookup answers within 8 s. */
const timeoutMs = 30_000;

/** The call of a page, as a call of the API for the person who is signed in. */
export async function apiRequest(
  proxied: ProxiedDoor,
  request: FastifyRequest,
  { visitor, reply }: { visitor: Visitor; reply: FastifyReply },
): Promise<UpstreamRequest> {
  const { door } = proxied;
  const { headers } = request;
  const own = ownMembers(proxied, visitor.members);
  const budget = door.access === 'admin' ? knownSenders : sendersWithoutPlan;
  const hold = holdBody(budget, visitor.person, reply.raw);
  const body = await requestBody(proxied, request, { own: own.other, hold });
  const isAsGiven = body !== null && body === request.body;
  const length = headers['content-length'];
  return {
    method: door.method,
    path: requestAddress(door, request, own),
    headers: {
      ...requestHeaders(headers, visitor.headers),
      ...(isAsGiven && length !== undefined ? { 'content-length': length } : {}),
      ...(mayHaveBody(door) && !isAsGiven ? { 'content-type': 'application/json' } : {}),
    },
    body: isAsGiven ? passedOn(body as Readable) : body,
    timeoutMs: takesStream(door) ? null : timeoutMs,
  };
}

/**
 * A copy of a stream. The client of the API destroys what it sends once it has an answer; if that were the request itself, no further
 * request of its connection would be read. The rest of the request is read and dropped instead.
 */
function passedOn(payload: Readable): Readable {
  const copy = new PassThrough();
  payload.once('error', (error) => copy.destroy(error));
  payload.once('close', () => {
    if (!payload.readableEnded) copy.destroy();
  });
  // A pipe ends with it.
  copy.once('close', () => payload.resume());
  return payload.pipe(copy);
}

type Members = Readonly<Record<string, string>>;

/** The session's members that the operation takes: in its path, and outside of it. */
function ownMembers({ declared, door }: ProxiedDoor, members: Members): { path: Members; other: Members } {
  const inPath = pathParameters(door.path);
  const { properties } = shapeFor(declared, door.access);
  const taken = Object.entries(members).filter(
    ([name]) => Object.hasOwn(properties, name) || inPath.includes(name),
  );
  return {
    path: Object.fromEntries(taken.filter(([name]) => inPath.includes(name))),
    other: Object.fromEntries(taken.filter(([name]) => !inPath.includes(name))),
  };
}

/** The API's address of a request to a page's door: made from the door's path, so that no spelling leads elsewhere. */
function requestAddress(
  door: Door,
  { params, url }: FastifyRequest,
  own: { path: Members; other: Members },
): string {
  const given = params as Members;
  const path = door.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    segment(own.path[name] ?? given[name] ?? ''),
  );
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  for (const name of Object.keys({ ...own.path, ...own.other })) query.delete(name);
  if (!mayHaveBody(door)) for (const [name, value] of Object.entries(own.other)) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** A name of dots would lead to the folder above. */
function segment(value: string): string {
  if (value === '.' || value === '..') throw new Failure('not_found');
  return encodeURIComponent(value);
}

/**
 * The body to send: JSON with the session's members in place of the page's, everything else unchanged. Parsing also drops
 * duplicate members.
 */
async function requestBody(
  proxied: ProxiedDoor,
  { headers, body }: FastifyRequest,
  { own, hold }: { own: Members; hold: (bytes: number) => void },
): Promise<Readable | string | null> {
  const { declared, door } = proxied;
  if (!mayHaveBody(door)) return null;
  const payload = (body as Readable | undefined) ?? null;
  if (Object.keys(own).length === 0 || !isJson(proxied, headers['content-type'] ?? '')) return payload;
  const limitBytes = door.jsonBytesMax ?? bodyBytesMaxOf(declared, door);
  const parse = (bytes: Buffer) => (bytes.length === 0 ? {} : parseJson(bytes));
  const given = payload ? await collectBody(payload, { limitBytes, hold, parse }) : {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Failure('malformed_request', { detail: 'The body must be a JSON object.' });
  }
  return JSON.stringify({ ...given, ...own });
}

/** As the API decides it. */
function isJson({ door }: ProxiedDoor, contentType: string): boolean {
  const forms = bodiesOf(door);
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  const form = forms[type] ?? forms['*'] ?? (type === '' || type.endsWith('+json') ? 'json' : undefined);
  if (!form) throw new Failure('unsupported_media_type');
  return form === 'json';
}
