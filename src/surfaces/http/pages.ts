import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Manifest } from '#core/domain.ts';
import { Failure } from '#core/failure.ts';
import { callerAddress } from './caller-address.ts';
import { openApiDocument } from './openapi.ts';
import { pagePolicy } from './page-policy.ts';

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

  let description: { url: string; bytes: Buffer } | undefined;
  server.get('/openapi.json', async (_, reply) => {
    const url = publicUrl();
    // All callers share these bytes, so a caller that doesn't read costs no copy.
    if (description?.url !== url) {
      description = { url, bytes: Buffer.from(JSON.stringify(openApiDocument(manifest, url))) };
    }
    reply.type('application/json');
    return description.bytes;
  });

  const reference = referencePages();
  server.get('/reference', reference);
  server.get('/reference/*', reference);

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

const keptPages = new Set(['js/scalar.js']);

/** The rendered reference takes 30 MB of memory, so it is loaded on first use. */
function referencePages() {
  let pages: Promise<FastifyInstance> | undefined;
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
    await own.ready();
    return own;
  };
  const page = async (url: string) => {
    pages ??= load().catch((error) => {
      pages = undefined;
      throw error;
    });
    const { statusCode, headers, rawPayload } = await (await pages).inject({ method: 'GET', url });
    const isPage = String(headers['content-type']).startsWith('text/html');
    const policy = isPage ? { 'content-security-policy': pagePolicy(String(rawPayload)) } : {};
    return { statusCode, headers: { ...headers, ...policy }, bytes: rawPayload };
  };
  // The script is 4 MB, so all callers share one copy. Keyed by the decoded path, since a path has many spellings.
  const kept = new Map<string, ReturnType<typeof page>>();
  return async (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
    const name = request.params['*'] ?? '';
    // A page that is kept is asked for under its own address, however the caller spelt it.
    const asked = kept.get(name) ?? page(keptPages.has(name) ? `/reference/${name}` : request.url);
    if (keptPages.has(name)) kept.set(name, asked);
    asked.catch(() => kept.delete(name));
    const { statusCode, headers, bytes } = await asked;
    if (statusCode >= 400) throw new Failure('not_found', { detail: 'Nothing exists at this address.' });
    reply.code(statusCode);
    for (const name of ['content-type', 'location', 'cache-control', 'content-security-policy'] as const) {
      if (headers[name]) reply.header(name, headers[name]);
    }
    return reply.send(bytes);
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

Sending the same request again may help by itself: ${retryable ? 'yes' : 'no'}.
`;
}
