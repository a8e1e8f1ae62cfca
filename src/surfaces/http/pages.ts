import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Manifest } from '#core/domain.ts';
import { Failure } from '#core/failure.ts';
import { type KeptBytes, keptBytes } from '../kept-bytes.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { pagePolicy } from './page-policy.ts';
import { callerAddress } from './request/caller-address.ts';

export interface PagesOptions {
  manifest: Manifest;
  publicUrl: () => string;
  metrics: { contentType: string; metrics(): Promise<string> };
  /** Fails unless the secret is the operator's. */
  admitOperator: (secret: string | undefined, address: string, detail: string) => Promise<void>;
}

/** Pages that are not operations: the documents and the error pages. */
export async function addPages(server: FastifyInstance, options: PagesOptions): Promise<void> {
  const { manifest, publicUrl } = options;

  let description: { url: string; kept: KeptBytes } | undefined;
  server.get('/openapi.json', async (request, reply) => {
    const url = publicUrl();
    if (description?.url !== url) {
      const text = JSON.stringify(openApiDocument(manifest, url));
      description = { url, kept: keptBytes('application/json; charset=utf-8', Buffer.from(text)) };
    }
    return description.kept.send(request, reply, 'no-cache');
  });

  addReference(server);
  addErrorTexts(server, manifest);
}

/** The rendered reference, which reads `/openapi.json`. */
export function addReference(server: FastifyInstance): void {
  const reference = referencePages();
  server.get('/reference/', (request, reply) =>
    // The page's links are relative.
    /^\/reference\//.test(request.url)
      ? reference('/reference/', request, reply)
      : reply.redirect('/reference/', 301),
  );
  server.get('/reference/js/scalar.js', (request, reply) =>
    reference('/reference/js/scalar.js', request, reply),
  );
}

export function addErrorTexts(server: FastifyInstance, manifest: Manifest): void {
  server.get<{ Params: { code: string } }>('/errors/:code', async (request, reply) => {
    const page = errorPage(manifest, request.params.code);
    if (!page) throw new Failure('not_found', { detail: 'No error has this code.' });
    reply.type('text/markdown; charset=utf-8');
    return page;
  });
}

export function addMetricsPage(
  server: FastifyInstance,
  { metrics, admitOperator }: Pick<PagesOptions, 'metrics' | 'admitOperator'>,
): void {
  server.get('/metrics', async (request, reply) => {
    const secret = request.headers['x-admin-secret'] as string | undefined;
    // Applies to local requests too: they may come from a proxy.
    const detail = 'Metrics need `x-admin-secret`, or a separate port: METRICS_PORT.';
    await admitOperator(secret, callerAddress(request), detail);
    reply.type(metrics.contentType);
    return metrics.metrics();
  });
}

/** The rendered reference takes 30 MB of memory, so it is loaded on first use. */
function referencePages() {
  const load = async () => {
    const { default: reference } = await import('@scalar/fastify-api-reference');
    const own = Fastify();
    await own.register(reference, {
      routePrefix: '/reference',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Contactry API',
        withDefaultFonts: false,
        telemetry: false,
        showDeveloperTools: 'never',
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
    return own.ready().then(() => own);
  };
  const keep = async (path: string) => {
    const { headers, rawPayload } = await (await load()).inject({ method: 'GET', url: path });
    const type = String(headers['content-type']);
    const policy = type.startsWith('text/html') ? pagePolicy(String(rawPayload)) : null;
    return { policy, kept: keptBytes(type, rawPayload) };
  };
  const pages = new Map<string, ReturnType<typeof keep>>();
  return async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const page = pages.get(path) ?? keep(path);
    pages.set(path, page);
    page.catch(() => pages.delete(path));
    const { policy, kept } = await page;
    if (policy) reply.header('content-security-policy', policy);
    return kept.send(request, reply, 'no-cache');
  };
}

/** The Markdown page of an error code; null if there is no such code. */
export function errorPage(manifest: Manifest, code: string): string | null {
  const definition = manifest.errors.get(code);
  if (!definition) return null;
  const { status, title, when, remedy, retryable } = definition;
  return `# ${code}

**${title}** (HTTP ${status})

When: ${when}

What to do: ${remedy}

Retrying ${retryable ? 'may' : 'won’t'} help.
`;
}
