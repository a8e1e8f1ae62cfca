import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import { forPages, prefersJson, tellPagesApart } from '../../asks-for-page.ts';
import { readQuery } from '../read-form.ts';
import type { WebContext } from '../web-context.ts';
import { docsHome, guidePage, searchPage } from './docs/docs-pages.ts';
import { theLibrary } from './docs/library.ts';
import { type OwnUrls, withOwnAddresses } from './docs/own-addresses.ts';
import { queryLengthMax } from './docs/search.ts';
import { errorPage, errorsPage } from './error-pages.ts';
import { homePage } from './home-page.ts';
import { keptPages, siteHeaders } from './kept-pages.ts';
import { pricingPage } from './pricing-page.ts';
import { type SitePage, siteDocument } from './site-document.ts';

type Show = (
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  page: SitePage,
) => Promise<FastifyReply>;

/** The website: what a person sees before signing in. Where an address has an answer for programs, only browsers get the page. */
export function addSite(server: FastifyInstance, context: WebContext): void {
  const { look, config, published, publicUrl } = context;
  const isAlone = config.ROLE === 'web';
  const api = async () => (isAlone ? published.apiUrl().catch(() => null) : '');
  const textOf = async (path: string, page: SitePage) =>
    siteDocument(page, await look(), { canonical: publicUrl() + path, api: await api() });
  const send = keptPages();
  const show: Show = async (request, reply, path, page) => {
    const text = await textOf(path, page);
    return send(request, reply, `${path} ${page.variant ?? ''}`, text);
  };
  tellPagesApart(server);
  addHome(server, context, show);
  const ownUrls = async () => ({ pages: publicUrl(), api: (await api()) || publicUrl() });
  addDocs(server, { show, textOf, ownUrls });
  addErrors(server, context, show);
  addForCrawlers(server, context);
  server.get('/*', forPages, async () => {
    throw new Failure('not_found', { detail: 'There is no page at this address.' });
  });
}

function addHome(server: FastifyInstance, { published, config, publicUrl }: WebContext, show: Show): void {
  server.get('/', forPages, async (request, reply) => {
    const [examples, prices, apiUrl] = await Promise.all([
      published.examples().catch(() => []),
      published.prices().catch(() => null),
      config.ROLE === 'web' ? published.apiUrl().catch(() => null) : publicUrl(),
    ]);
    const asked = Number(readQuery(request).try) - 1;
    const chosen = examples[asked] ? asked : 0;
    return show(request, reply, '/', homePage({ examples, chosen, prices, apiUrl }));
  });
  server.get('/pricing', async (request, reply) =>
    show(request, reply, '/pricing', pricingPage(await published.prices())),
  );
}

interface DocsParts {
  show: Show;
  textOf(path: string, page: SitePage): Promise<string>;
  ownUrls(): Promise<OwnUrls>;
}

function addDocs(server: FastifyInstance, { show, textOf, ownUrls }: DocsParts): void {
  server.get('/docs', (request, reply) => show(request, reply, '/docs', docsHome(theLibrary())));
  server.get('/docs/search', async (request, reply) => {
    const library = theLibrary();
    const query = (readQuery(request).q ?? '').trim().slice(0, queryLengthMax);
    const urls = await ownUrls();
    const hits = library.search(query).map(({ excerpt, ...hit }) => ({
      ...hit,
      excerpt: excerpt.map((part) => withOwnAddresses(part, urls, hit.isForOperators)),
    }));
    reply.headers({ ...siteHeaders, vary: 'Accept', 'cache-control': 'no-store' });
    if (prefersJson(request.headers.accept)) return reply.type('application/json').send({ hits });
    return reply.send(await textOf('/docs/search', searchPage(library, query, hits)));
  });
  server.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const library = theLibrary();
    const address = `/docs/${request.params['*'].replace(/\/$/, '')}`;
    const guide = library.guideAt(address);
    if (guide) return show(request, reply, address, guidePage(library, address, guide, await ownUrls()));
    const file = library.fileAt(address);
    if (file) return file.send(request, reply, 'public, max-age=3600');
    throw new Failure('not_found', {
      detail: 'No guide is at this address. The list of all guides is at /docs.',
    });
  });
}

function addErrors(server: FastifyInstance, { manifest, publicUrl }: WebContext, show: Show): void {
  const { errors } = manifest;
  server.get('/errors', (request, reply) => show(request, reply, '/errors', errorsPage(errors)));
  server.get<{ Params: { code: string } }>('/errors/:code', forPages, async (request, reply) => {
    const { code } = request.params;
    const definition = errors.get(code);
    if (!definition)
      throw new Failure('not_found', { detail: 'No error has this code. All codes are at /errors.' });
    return show(request, reply, `/errors/${code}`, errorPage(code, definition, publicUrl()));
  });
}

/** Without the API in this process, programs learn where it is. */
export function addForPrograms(server: FastifyInstance, { published }: WebContext): void {
  server.get('/', async (_, reply) => reply.header('vary', 'Accept').send(await published.greeting()));
  // The reference reads it, and it names the API's own address.
  server.get('/openapi.json', async (_, reply) =>
    reply.type('application/json').send(await published.description()),
  );
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
