import type { FastifyInstance } from 'fastify';
import { addDocuments } from './add-documents.ts';
import { openUpstream } from './api/upstream.ts';
import type { App } from './apps.ts';
import { addAssets } from './assets.ts';
import { currentBundle, freshBundle } from './bundle/current-bundle.ts';
import { addProxy } from './proxy/add-proxy.ts';
import { customerSessions } from './sessions/customer-sessions.ts';
import { operatorSessions } from './sessions/operator-sessions.ts';
import type { Sessions } from './sessions/sessions.ts';
import { showFailures } from './show-failures.ts';
import { addOperatorLink } from './sign-in/add-operator-link.ts';
import { addSession } from './sign-in/add-session.ts';
import { addSignIn } from './sign-in/add-sign-in.ts';
import { addDevelopmentIssuer } from './sign-in/development/add-issuer.ts';
import { providerOf } from './sign-in/provider.ts';
import type { WebOptions } from './web-options.ts';

/** Serves the pages of customers, and with the admin secret those of operators. They reach the data through the API alone. */
export async function addWeb(server: FastifyInstance, options: WebOptions): Promise<void> {
  const { config, secrets } = options;
  const upstream = openUpstream(options.apiUrl);
  server.addHook('onClose', () => upstream.close());
  const provider = providerOf(options);
  const shown = { issuer_name: provider?.name ?? null, is_development: provider?.isDevelopment ?? false };
  const sessions: Partial<Record<App, Sessions>> = {
    app: customerSessions(options, upstream, shown),
    ...(secrets.admin ? { console: operatorSessions(options, upstream) } : {}),
  };
  const bundle = config.NODE_ENV === 'development' ? freshBundle : currentBundle;

  await server.register(async (pages) => {
    takeBodiesAsTheyCome(pages);
    for (const [app, own] of Object.entries(sessions) as [App, Sessions][]) {
      addAssets(pages, app, currentBundle);
      addSession(pages, options, app, own);
      addProxy(pages, { ...options, app, sessions: own, upstream });
    }
    await pages.register(async (shownPages) => {
      showFailures(shownPages, options);
      const signIn = { ...options, upstream, provider, sessions };
      addSignIn(shownPages, signIn);
      if (sessions.console) addOperatorLink(shownPages, signIn);
      if (provider?.isDevelopment) addDevelopmentIssuer(shownPages, options, provider);
      for (const [app, own] of Object.entries(sessions) as [App, Sessions][])
        addDocuments(shownPages, app, { sessions: own, bundle });
    });
  });
}

/** What a body means is decided by who gets it. */
function takeBodiesAsTheyCome(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_, payload, done) => done(null, payload));
}
