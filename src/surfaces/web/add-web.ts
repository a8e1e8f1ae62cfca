import type { FastifyInstance } from 'fastify';
import { apps } from './apps.ts';
import { addAssets } from './assets.ts';
import { currentBundle, freshBundle } from './bundle/current-bundle.ts';
import { documentHeaders, documentOf } from './document.ts';

export interface WebOptions {
  /** Builds the pages again when a source has changed. */
  followsSources: boolean;
}

/** Serves the pages of customers and operators. They reach everything through the API, as any client does. */
export async function addWeb(server: FastifyInstance, { followsSources }: WebOptions): Promise<void> {
  const latest = followsSources ? freshBundle : currentBundle;
  await server.register(async (pages) => {
    for (const app of apps) {
      addAssets(pages, app, currentBundle);
      for (const path of [`/${app}`, `/${app}/*`]) {
        pages.get(path, async (_, reply) =>
          reply.headers(documentHeaders).send(documentOf(app, (await latest()).entries[app])),
        );
      }
    }
  });
}
