import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import { readQuery } from '../read-form.ts';
import type { WebContext } from '../web-context.ts';
import { forPages, tellPagesApart } from './asks-for-page.ts';
import { docsHome, guidePage, searchPage } from './docs/docs-pages.ts';
import { theLibrary } from './docs/library.ts';
import { errorPage, errorsPage } from './error-pages.ts';
import { homePage } from './home-page.ts';
import { keptPages, siteHeaders } from './kept-pages.ts';
import { pricingPage } from './pricing-page.ts';
import { type SitePage, siteDocument } from './site-document.ts';

type Show = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  page: SitePage,
) => Promise<FastifyReply>;

/** The website: what a person sees before signing in. Where an address has an answer for programs, only browsers get the page. */
export function addSite(server: FastifyInstance, context: WebContext): void {
  const { look, config } = context;
  const isAlone = config.ROLE === 'web';
  const send = keptPages();
  const show: Show = async (request, reply, name, page) =>
    send(request, reply, name, siteDocument(page, await look(), { isAlone }));
  tellPagesApart(server);
  addHome(server, context, show);
  addDocs(server, context, { show, isAlone });
  addErrors(server, context, show);
  addForCrawlers(server, context);
  // The reference reads it, and it names the API's own address.
  if (isAlone)
    server.get('/openapi.json', async (_, reply) =>
      reply.type('application/json').send(await context.published.description()),
    );
  server.get('/*', forPages, async () => {
    throw new Failure('not_found', { detail: 'There is no page at this address.' });
  });
}

function addHome(server: FastifyInstance, { published, config }: WebContext, show: Show): void {
  // Without the API in this process, there is nothing for programs.
  const isForAll = config.ROLE === 'web';
  server.get('/', isForAll ? {} : forPages, async (request, reply) => {
    const [examples, prices] = await Promise.all([
      published.examples().catch(() => []),
      published.prices().catch(() => null),
    ]);
    const asked = Number(readQuery(request).try) - 1;
    const chosen = examples[asked] ? asked : 0;
    return show(request, reply, `/ ${chosen}`, homePage({ examples, chosen, prices }));
  });
  server.get('/pricing', async (request, reply) =>
    show(request, reply, '/pricing', pricingPage(await published.prices())),
  );
}

function addDocs(
  server: FastifyInstance,
  { look }: WebContext,
  { show, isAlone }: { show: Show; isAlone: boolean },
): void {
  server.get('/docs', (request, reply) => show(request, reply, '/docs', docsHome(theLibrary())));
  server.get('/docs/search', async (request, reply) => {
    const library = theLibrary();
    const query = (readQuery(request).q ?? '').trim();
    const hits = library.search(query);
    reply.headers({ ...siteHeaders, vary: 'Accept', 'cache-control': 'no-store' });
    if (request.headers.accept === 'application/json') return reply.type('application/json').send({ hits });
    return reply.send(siteDocument(searchPage(library, query, hits), await look(), { isAlone }));
  });
  server.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const library = theLibrary();
    const address = `/docs/${request.params['*'].replace(/\/$/, '')}`;
    const guide = library.guideAt(address);
    if (guide) return show(request, reply, address, guidePage(library, address, guide));
    const file = library.fileAt(address);
    if (file) return file.send(request, reply, 'public, max-age=3600');
    throw new Failure('not_found', {
      detail: 'No guide is at this address. The list of all guides is at /docs.',
    });
  });
}

function addErrors(server: FastifyInstance, { manifest }: WebContext, show: Show): void {
  const { errors } = manifest;
  server.get('/errors', (request, reply) => show(request, reply, '/errors', errorsPage(errors)));
  server.get<{ Params: { code: string } }>('/errors/:code', forPages, async (request, reply) => {
    const { code } = request.params;
    const definition = errors.get(code);
    if (!definition)
      throw new Failure('not_found', { detail: 'No error has this code. All codes are at /errors.' });
    return show(request, reply, `/errors/${code}`, errorPage(code, definition));
  });
}

/** The website is public; the rest is for those who sign in. */
function addForCrawlers(server: FastifyInstance, { publicUrl }: WebContext): void {
  server.get('/robots.txt', async (_, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(
        `User-agent: *\nDisallow: /app\nDisallow: /console\nDisallow: /docs/search\n\nSitemap: ${publicUrl()}/sitemap.xml\n`,
      ),
  );
  server.get('/sitemap.xml', async (_, reply) => {
    const paths = ['/', '/pricing', '/docs', '/errors', ...theLibrary().addresses];
    const urls = paths.map((path) => `<url><loc>${publicUrl()}${path}</loc></url>\n`).join('');
    return reply
      .headers({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`,
      );
  });
}
