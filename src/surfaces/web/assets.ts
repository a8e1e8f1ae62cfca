import type { FastifyInstance } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { App } from './apps.ts';
import type { Bundle } from './bundle/build-bundle.ts';

/** Serves scripts and styles. Browsers keep them for good, because a changed one has another name. */
export function addAssets(server: FastifyInstance, app: App, bundle: () => Promise<Bundle>): void {
  server.get<{ Params: { name: string } }>(`/${app}/assets/:name`, async ({ params, headers }, reply) => {
    const asset = (await bundle()).assets.get(params.name);
    if (!asset) throw new Failure('not_found', { detail: 'This release has no such script or style.' });
    const { encoding, bytes } = asset.encodedFor(headers['accept-encoding']?.toString() ?? '');
    reply
      .header('content-type', asset.type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'Accept-Encoding')
      .header('x-content-type-options', 'nosniff');
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(await bytes);
  });
}
