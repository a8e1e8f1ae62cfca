import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mayHaveBody, takesStream } from '#core/door.ts';
import { holdBody, knownSenders, sendersWithoutPlan } from '#core/input/held-bodies.ts';
import type { UpstreamRequest } from '../api/upstream.ts';
import type { Visitor } from '../sessions/sessions.ts';
import { requestHeaders } from './headers.ts';
import type { ProxiedDoor } from './proxied-doors.ts';
import { ownMembers, requestAddress } from './request-address.ts';
import { requestBody } from './request-body.ts';

/** A lookup answers within 8 s. */
const timeoutMs = 30_000;

/** The call of a page, as a call of the API for the person who is signed in. */
export async function apiRequest(
  proxied: ProxiedDoor,
  request: FastifyRequest,
  { visitor, reply }: { visitor: Visitor; reply: FastifyReply },
): Promise<UpstreamRequest> {
  const { door } = proxied;
  const { headers, params } = request;
  const own = ownMembers(proxied, visitor.members);
  const given = request.body as Readable | undefined;
  const body = await requestBody(
    proxied,
    {
      contentType: headers['content-type'] ?? '',
      body: given,
      hold: holdBody(door.access === 'admin' ? knownSenders : sendersWithoutPlan, visitor.person, reply.raw),
    },
    own.other,
  );
  const isAsGiven = body !== null && body === given;
  const length = headers['content-length'];
  return {
    method: door.method,
    path: requestAddress(proxied, { params: params as Record<string, string>, query: queryOf(request) }, own),
    headers: {
      ...requestHeaders(headers, visitor.headers),
      ...(isAsGiven && length !== undefined ? { 'content-length': length } : {}),
      ...(mayHaveBody(door) && !isAsGiven ? { 'content-type': 'application/json' } : {}),
    },
    body,
    timeoutMs: takesStream(door) ? null : timeoutMs,
  };
}

const queryOf = ({ url }: FastifyRequest): string =>
  url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
