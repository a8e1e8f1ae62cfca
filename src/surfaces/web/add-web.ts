import type { FastifyInstance } from 'fastify';
import { allows } from '#core/machine/development.ts';
import { addAssets, addConsentAddress, addDocuments, addReturnOfBuyers } from './add-documents.ts';
import { currentBundle, freshBundle } from './bundle/current-bundle.ts';
import { addMailOutbox } from './mail-outbox.ts';
import { addProxy } from './proxy/add-proxy.ts';
import { showFailures } from './show-failures.ts';
import { addCallback, addOperatorLink, addSignIn } from './sign-in/add-sign-in.ts';
import { addSignOut } from './sign-in/add-sign-out.ts';
import { addDevelopmentIssuer } from './sign-in/development/add-issuer.ts';
import { openOidc } from './sign-in/oidc.ts';
import { addForPrograms, addSite } from './site/add-site.ts';
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
      addAssets(scope, `/${app}`, currentBundle);
      addSignOut(scope, options, app, sessions);
      addProxy(scope, { ...context, app, own: sessions });
    }
    if (options.config.ROLE === 'web') addForPrograms(scope, context);
    await scope.register(async (shown) => addShown(shown, context));
  });
}

/** Routes that people open themselves, so failures are shown as pages. */
function addShown(server: FastifyInstance, context: WebContext): void {
  const { provider, sessions: ofApps } = context;
  showFailures(server, context);
  const oidc = provider && openOidc(provider);
  addSignIn(server, context, oidc);
  if (provider && oidc) addCallback(server, context, { provider, oidc });
  if (provider?.isDevelopment) addDevelopmentIssuer(server, context, provider);
  if (ofApps.has('console')) addOperatorLink(server, context);
  if (context.mailOutbox) addMailOutbox(server, context, context.mailOutbox);
  addReturnOfBuyers(server);
  addConsentAddress(server);
  const bundle = allows(context.config, 'FRESH_PAGES') ? freshBundle : currentBundle;
  addSite(server, context);
  for (const [app, sessions] of ofApps) addDocuments(server, app, { context, sessions, bundle });
}

/** Each receiver of a body parses it itself. */
function takeBodiesAsTheyCome(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_, payload, done) => done(null, payload));
}
