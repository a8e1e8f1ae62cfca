import type { FastifyInstance } from 'fastify';

/**
 * A provider's hosted checkout sends buyers back by a form of its own origin, which brings no cookie. What the form says is ignored: the
 * page that they are led to asks the service whether the money has come.
 */
export function addReturnOfBuyers(server: FastifyInstance): void {
  server.post<{ Params: { reference: string } }>(
    '/app/payment/:reference',
    async ({ params, url }, reply) => {
      const query = /\?plan=\w+$/.exec(url)?.[0] ?? '';
      const address = `/app/payment/${encodeURIComponent(params.reference)}${query}`;
      return reply.header('cache-control', 'no-store').redirect(address, 303);
    },
  );
}
