import type { FastifyInstance } from 'fastify';
import type { Config } from '#core/environment.ts';

/** Cached: server.addresses() is slow enough to matter per request. */
const known = new WeakMap<FastifyInstance, string>();

/** The address this process listens on, as a local link. Has no port until it listens. */
export function listeningUrl(server: FastifyInstance): string {
  const url = known.get(server);
  if (url) return url;
  const [first] = server.addresses();
  if (!first || typeof first === 'string') return 'http://127.0.0.1';
  const host = first.family === 'IPv6' ? `[${first.address}]` : first.address;
  known.set(
    server,
    `http://${host.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1')}:${first.port}`,
  );
  return known.get(server)!;
}

/** Whether this process serves the website, `/app` and `/console`. They are at the root of an origin, so a PUBLIC_URL with a path has none. */
export const servesPages = ({ WEB, ROLE, PUBLIC_URL }: Config): boolean =>
  WEB === 'on' &&
  (ROLE === 'all' || ROLE === 'web') &&
  (PUBLIC_URL === '' || new URL(PUBLIC_URL).pathname === '/');
