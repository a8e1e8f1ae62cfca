import { digest } from '#core/ids.ts';
import type {
  VendorAnswer,
  VendorClient,
  VendorFailure,
  VendorOptions,
  VendorResult,
} from '#platform/outgoing/index.ts';
import type { Limits, SourceContext } from './source.ts';
import type { Validated } from './validators.ts';

/** One vendor's API, with one credential. */
export interface Api {
  client: VendorClient;
  baseUrl: string;
  /** Identifies the credential without revealing it; `anonymous` if there is none. */
  credentialId: string;
}

export type OpenVendorClient = (options: VendorOptions) => VendorClient;

export interface ApiOptions {
  name: string;
  baseUrl: string;
  /** The token or key. Empty if the API is used without one. */
  credential: string;
  headers?: Record<string, string>;
  limits: Limits;
}

/** Opens the client that tracks one vendor's pace and health for one credential. */
export function openApi(
  openClient: OpenVendorClient,
  { name, baseUrl, credential, headers, limits }: ApiOptions,
): Api {
  const { concurrency, spacingMs, timeoutMs } = limits;
  const client = openClient({ name, baseUrl, headers, concurrency, spacingMs, timeoutMs });
  const credentialId = credential === '' ? 'anonymous' : digest(credential).toString('hex').slice(0, 16);
  return { client, baseUrl, credentialId };
}

export interface GetRequest {
  path: string;
  query?: Record<string, string | number>;
}

export const isFailure = (result: VendorResult): result is VendorFailure => 'failure' in result;

/**
 * A free GET, conditional if we know an earlier answer. A 304 is returned as that answer, with status 200. Retried once if the
 * connection or the vendor fails. If the store fails, the request is unconditional.
 */
export async function getJson(
  api: Api,
  context: SourceContext,
  { path, query = {} }: GetRequest,
): Promise<VendorResult> {
  const url = `${api.baseUrl}${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
  const known = await storedAnswer(context, url, api.credentialId);
  const result = await api.client.request({
    path,
    query,
    headers: { ...(known?.etag && { 'if-none-match': known.etag }) },
    idempotent: true,
    signal: context.signal,
  });
  if (isFailure(result)) return result;
  if (result.status === 304 && known) return { ...result, status: 200, json: known.body };
  await remember(context, url, api.credentialId, result);
  return result;
}

export async function storedAnswer(
  context: SourceContext,
  url: string,
  credentialId: string,
): Promise<Validated | null> {
  try {
    return await context.validators.get(url, credentialId);
  } catch (error) {
    context.log.warn({ error }, 'could not read earlier answers; sending an unconditional request');
    return null;
  }
}

export async function storeAnswer(
  context: SourceContext,
  url: string,
  credentialId: string,
  validated: Validated,
): Promise<void> {
  try {
    await context.validators.put(url, credentialId, validated);
  } catch (error) {
    context.log.warn({ error }, 'could not store an answer for later requests');
  }
}

async function remember(
  context: SourceContext,
  url: string,
  credentialId: string,
  answer: VendorAnswer,
): Promise<void> {
  const etag = answer.headers.etag ?? null;
  if (answer.status !== 200 || etag === null || answer.json === null) return;
  const fetchedAt = context.clock.now();
  await storeAnswer(context, url, credentialId, { etag, lastModified: null, body: answer.json, fetchedAt });
}
