import type { FastifyInstance } from 'fastify';
import { Failure } from '#core/failure.ts';
import { type KeptBytes, keptBytes } from '../kept-bytes.ts';
import type { App } from './apps.ts';
import type { Bundle } from './bundle/build-bundle.ts';
import { licencesOf } from './bundle/licences.ts';
import { cookieName, readCookie } from './cookies.ts';
import { documentHeaders, documentOf } from './document.ts';
import { ownAddress, ownOrigin } from './origin.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { WebOptions } from './web-options.ts';

interface AppParts {
  context: WebOptions;
  sessions: Sessions;
  bundle(): Promise<Bundle>;
}

/** Sends an app's document at each of its addresses. Without a session it leads to the sign-in, and back from there. */
export function addDocuments(
  server: FastifyInstance,
  app: App,
  { context, sessions, bundle }: AppParts,
): void {
  const headers = documentHeaders(context.manifest.formOrigins);
  for (const path of [`/${app}`, `/${app}/*`]) {
    server.get(path, async (request, reply) => {
      try {
        const { shown } = await sessions.visitor(request);
        const { contact } = await context.look();
        const visit = {
          app,
          path: request.url.split('?')[0]!,
          session: { ...shown, contact },
          theme: readCookie(request, cookieName(ownOrigin(context, request), 'theme')),
        };
        return reply.headers(headers).send(documentOf(visit, await bundle()));
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'session_ended') throw error;
        const { because } = error.members as { because: string };
        const hadSession = sessions.cookie.read(request) !== null;
        const query = new URLSearchParams({
          to: ownAddress(app, request.url),
          ...(hadSession ? { because } : {}),
        });
        sessions.cookie.clear(request, reply);
        return reply.header('cache-control', 'no-store').redirect(`/${app}/sign-in?${query}`, 303);
      }
    });
  }
}

/** Serves scripts and styles. Browsers keep them for good, because a changed one has another name. */
export function addAssets(server: FastifyInstance, under: string, bundle: () => Promise<Bundle>): void {
  server.get<{ Params: { name: string } }>(`${under}/assets/:name`, async (request, reply) => {
    const asset = (await bundle()).assets.get(request.params.name);
    if (!asset) throw new Failure('not_found', { detail: 'This release has no such script or style.' });
    return asset.send(request, reply, 'public, max-age=31536000, immutable');
  });
}

/** Its script comes ready-made. */
const reference = 'node_modules/@scalar/fastify-api-reference';

/** The licences of all that browsers load. */
export function addLicences(server: FastifyInstance, bundle: () => Promise<Bundle>): void {
  let kept: KeptBytes | undefined;
  server.get('/licences.txt', async (request, reply) => {
    const { packages } = await bundle();
    kept ??= keptBytes('text/plain; charset=utf-8', Buffer.from(licencesOf([...packages, reference])));
    return kept.send(request, reply, 'no-cache');
  });
}

/**
 * A provider's hosted checkout sends buyers back by a form of its own origin, which brings no cookie. What the form says is ignored: the
 * page that they are led to asks the service whether the money has come.
 */
export function addReturnOfBuyers(server: FastifyInstance): void {
  server.post<{ Params: { reference: string } }>('/app/payment/:reference', async ({ params }, reply) => {
    const address = `/app/payment/${encodeURIComponent(params.reference)}`;
    return reply.header('cache-control', 'no-store').redirect(address, 303);
  });
}

/** Programs of agents that read no metadata open the page of consent by its default name (MCP 2025-03-26). */
export function addConsentAddress(server: FastifyInstance): void {
  server.get('/authorize', async ({ url }, reply) => {
    const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    return reply.header('cache-control', 'no-store').redirect(`/app/connect/agent${query}`, 303);
  });
}
