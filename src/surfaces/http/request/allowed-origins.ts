import type { FastifyInstance } from 'fastify';
import type { Manifest } from '#core/domain.ts';
import { type Door, mayHaveBody, pathForm } from '#core/door.ts';

/** The headers of an answer that a script may read. */
const exposed = [
  'X-Request-Id',
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Credits-Charged',
  'X-Credits-Remaining',
  'Idempotency-Replayed',
].join(', ');

const preflightSeconds = 7_200;

/** Origins that may call the API from a browser, by the doors that they may call. */
export interface AllowedOrigins {
  forExtensions: readonly string[];
  forWebsites: readonly string[];
}

/**
 * CORS for browser extensions and websites, at the doors that are for them: answers from other doors, or to other origins, say
 * nothing. Cookies are never allowed. A preflight brings no credential, so it is answered before the gate.
 */
export function admitOrigins(
  server: FastifyInstance,
  { manifest, origins }: { manifest: Manifest; origins: AllowedOrigins },
): void {
  const known = manifest.operations
    .flatMap(({ doors }) => doors)
    .map((door) => ({ door, form: pathForm(door.path), admitted: originsOf(door, origins) }))
    .filter(({ door, admitted }) => door.forAnyOrigin || admitted.size > 0);
  if (known.length === 0) return;

  server.addHook('onRequest', async (request, reply) => {
    const { origin, 'access-control-request-method': wanted } = request.headers;
    const isPreflight = request.method === 'OPTIONS' && wanted !== undefined;
    const method = isPreflight ? String(wanted) : request.method;
    const path = request.url.split('?')[0]!;
    const at = known.find(({ door, form }) => door.method === method && form.test(path));
    if (!at) return;
    if (at.door.forAnyOrigin) reply.header('Access-Control-Allow-Origin', '*');
    else {
      reply.header('Vary', 'Origin');
      if (origin === undefined || !at.admitted.has(origin)) return;
      reply.header('Access-Control-Allow-Origin', origin);
    }
    if (!isPreflight) return void reply.header('Access-Control-Expose-Headers', exposed);
    return reply.code(204).headers(permissions(at.door)).send();
  });
}

const originsOf = (door: Door, { forExtensions, forWebsites }: AllowedOrigins): ReadonlySet<string> =>
  new Set([...(door.forExtensions ? forExtensions : []), ...(door.forWebsites ? forWebsites : [])]);

const permissions = (door: Door) => ({
  'Access-Control-Allow-Methods': door.method,
  'Access-Control-Allow-Headers': [
    'Authorization',
    ...(door.forAnyOrigin ? ['MCP-Protocol-Version'] : []),
    ...(mayHaveBody(door) ? ['Content-Type', 'Idempotency-Key'] : []),
    ...(mayHaveBody(door) && door.access === 'public' ? ['Idempotency-Secret'] : []),
  ].join(', '),
  'Access-Control-Max-Age': String(preflightSeconds),
});
