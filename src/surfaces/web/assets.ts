import type { FastifyInstance } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { App } from './apps.ts';
import type { Bundle } from './bundle/build-bundle.ts';

/** Serves scripts and styles. Browsers keep them for good, because a changed one has another name. */
export function addAssets(server: FastifyInstance, app: App, bundle: () => Promise<Bundle>): void {
  server.get<{ Params: { name: string } }>(`/${app}/assets/:name`, async (request, reply) => {
    const asset = (await bundle()).assets.get(request.params.name);
    if (!asset) throw new Failure('not_found', { detail: 'This release has no such script or style.' });
    return asset.send(request, reply, 'public, max-age=31536000, immutable');
  });
}
