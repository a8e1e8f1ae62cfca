import type { FastifyInstance } from 'fastify';

/** The address this process listens on, as a local link. Has no port until it listens. */
export function listeningUrl(server: FastifyInstance): string {
  const [first] = server.addresses();
  if (!first || typeof first === 'string') return 'http://127.0.0.1';
  const host = first.family === 'IPv6' ? `[${first.address}]` : first.address;
  return `http://${host.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1')}:${first.port}`;
}
