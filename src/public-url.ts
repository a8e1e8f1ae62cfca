import type { FastifyInstance } from 'fastify';

/** The address at which this process listens, as a link on the same machine; without a port until it does. */
export function listeningUrl(server: FastifyInstance): string {
  const [first] = server.addresses();
  if (!first || typeof first === 'string') return 'http://127.0.0.1';
  const host = first.family === 'IPv6' ? `[${first.address}]` : first.address;
  return `http://${host.replace('0.0.0.0', '127.0.0.1').replace('[::]', '127.0.0.1')}:${first.port}`;
}
