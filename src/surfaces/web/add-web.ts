import type { FastifyInstance } from 'fastify';
import { Failure } from '#core/failure.ts';
import { allows } from '#core/machine/development.ts';
import { addDocuments } from './add-documents.ts';
import { addReturnOfBuyers } from './add-return-of-buyers.ts';
import type { App } from './apps.ts';
import type { Bundle } from './bundle/build-bundle.ts';
import { currentBundle, freshBundle } from './bundle/current-bundle.ts';
import { addProxy } from './proxy/add-proxy.ts';
import { showFailures } from './show-failures.ts';
import { addSession } from './sign-in/add-session.ts';
import { addWaysIn } from './sign-in/add-ways-in.ts';
import { openContext, type WebContext } from './web-context.ts';
import type { WebOptions } from './web-options.ts';

/** Serves the pages of customers, and with the admin secret those of operators. They reach the data through the API alone. */
export async function addWeb(server: FastifyInstance, options: WebOptions): Promise<void> {
  const context = openContext(options);
  server.addHook('onClose', async () => {
    const { upstream, passing, passingHeavy } = context;
    await Promise.all([upstream, passing, passingHeavy].map((way) => way.close()));
  });
  await server.register(async (scope) => {
    takeBodiesAsTheyCome(scope);
    for (const [app, sessions] of context.sessions) {
      addAssets(scope, app, currentBundle);
      addSession(scope, options, app, sessions);
      addProxy(scope, { ...context, app, own: sessions });
    }
    await scope.register(async (shown) => addShown(shown, context));
  });
}

/** What people open themselves, and so what shows failures as pages. */
function addShown(server: FastifyInstance, context: WebContext): void {
  showFailures(server, context);
  addWaysIn(server, context);
  addReturnOfBuyers(server);
  const bundle = allows(context.config, 'FRESH_PAGES') ? freshBundle : currentBundle;
  for (const [app, sessions] of context.sessions) addDocuments(server, app, { sessions, bundle });
}

/** What a body means is decided by who gets it. */
function takeBodiesAsTheyCome(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_, payload, done) => done(null, payload));
}

/** Serves scripts and styles. Browsers keep them for good, because a changed one has another name. */
function addAssets(server: FastifyInstance, app: App, bundle: () => Promise<Bundle>): void {
  server.get<{ Params: { name: string } }>(`/${app}/assets/:name`, async (request, reply) => {
    const asset = (await bundle()).assets.get(request.params.name);
    if (!asset) throw new Failure('not_found', { detail: 'This release has no such script or style.' });
    return asset.send(request, reply, 'public, max-age=31536000, immutable');
  });
}
