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

/** One vendor's API with one credential. */
export interface Api {
  client: VendorClient;
  baseUrl: string;
  /** Names the credential without telling it; `anonymous` where there is none. */
  credentialId: string;
}

export type OpenVendorClient = (options: VendorOptions) => VendorClient;

export interface ApiOptions {
  name: string;
  baseUrl: string;
  /** The token or key; empty where the API is asked without one. */
  credential: string;
  headers?: Record<string, string>;
  limits: Limits;
}

/** Opens the client that remembers one vendor's pace and health for one credential. */
export function openApi(
  openClient: OpenVendorClient,
  { name, baseUrl, credential, headers, limits }: ApiOptions,
): Api {
  const { concurrency, spacingMs, timeoutMs } = limits;
  const client = openClient({ name, baseUrl, headers, concurrency, spacingMs, timeoutMs });
  const credentialId = credential === '' ? 'anonymous' : digest(credential).toString('hex').slice(0, 16);
  return { client, baseUrl, credentialId };
}

export interface GetAsk {
  path: string;
  query?: Record<string, string | number>;
}

export const isFailure = (result: VendorResult): result is VendorFailure => 'failure' in result;

/**
 * A free GET that is conditional where an earlier answer is known: a 304 comes back as that answer, with status 200.
 * Repeated once when the connection or the vendor fails. A store that fails makes it an ordinary request.
 */
export async function getJson(
  api: Api,
  context: SourceContext,
  { path, query = {} }: GetAsk,
): Promise<VendorResult> {
  const url = `${api.baseUrl}${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
  const known = await knownAnswer(context, url, api.credentialId);
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

export async function knownAnswer(
  context: SourceContext,
  url: string,
  credentialId: string,
): Promise<Validated | null> {
  try {
    return await context.validators.get(url, credentialId);
  } catch (error) {
    context.log.warn({ error }, 'earlier answers can not be read; asking without them');
    return null;
  }
}

export async function keepAnswer(
  context: SourceContext,
  url: string,
  credentialId: string,
  validated: Validated,
): Promise<void> {
  try {
    await context.validators.put(url, credentialId, validated);
  } catch (error) {
    context.log.warn({ error }, 'an answer could not be kept for the next time');
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
  await keepAnswer(context, url, credentialId, { etag, lastModified: null, body: answer.json, fetchedAt });
}
