import type { Clock } from '#core/clock.ts';
import { port } from '#core/ports.ts';
import type { FetchDocument } from '#platform/outgoing/index.ts';
import { type Client, shownName } from './client.ts';
import { redirectsFault } from './redirect-uris.ts';
import { clientIdLengthMax } from './registered.ts';

export type FoundClient = { ok: true; client: Client } | { ok: false; fault: string };

/** Clients that are named by the address of a document about them (draft-ietf-oauth-client-id-metadata-document). */
export interface ClientDocuments {
  /** Never throws. Only for a person who has signed in: it makes the service fetch. */
  read(clientId: string): Promise<FoundClient>;
}

export const ClientDocuments = port<ClientDocuments>('client-documents');

const keptMs = 5 * 60_000;
const keptMax = 500;
const bytesMax = 10_000;

export function openClientDocuments(fetchDocument: FetchDocument, clock: Clock): ClientDocuments {
  const kept = new Map<string, { found: Promise<FoundClient>; untilMs: number }>();

  const load = async (id: string): Promise<FoundClient> => {
    const fetched = await fetchDocument(id, { bytesMax });
    return fetched.ok ? clientIn(id, fetched.text) : { ok: false, fault: fetched.reason };
  };

  return {
    async read(id) {
      const fault = documentFault(id);
      if (fault !== null) return { ok: false, fault };
      const nowMs = clock.now().getTime();
      const known = kept.get(id);
      if (known && nowMs < known.untilMs) return known.found;
      const found = load(id);
      kept.delete(id);
      kept.set(id, { found, untilMs: nowMs + keptMs });
      if (kept.size > keptMax) kept.delete(kept.keys().next().value!);
      const read = await found;
      // A failure may be over the next moment.
      if (!read.ok && kept.get(id)?.found === found) kept.delete(id);
      return read;
    },
  };
}

/** Whether an id is meant as the address of a document. */
export const isDocument = (id: string): boolean => /^https?:/i.test(id);

/** One address has one spelling, and a path: another would name the same host twice. */
function documentFault(id: string): string | null {
  const url = id.length <= clientIdLengthMax && URL.canParse(id) ? new URL(id) : null;
  const isPlain =
    url?.protocol === 'https:' &&
    url.href === id &&
    url.pathname !== '/' &&
    !url.username &&
    !url.password &&
    !id.includes('#');
  return isPlain
    ? null
    : 'A client_id that is an address must be https, with a path, in its normal spelling.';
}

const publicMethod = 'none';

function clientIn(id: string, text: string): FoundClient {
  const document = objectIn(text);
  if (!document) return { ok: false, fault: 'The document is not a JSON object.' };
  const { client_id, client_name, redirect_uris, client_secret } = document;
  if (client_id !== id) return { ok: false, fault: 'The document names another client_id.' };
  if (client_secret !== undefined)
    return { ok: false, fault: 'The document has a secret, which is public then.' };
  const {
    token_endpoint_auth_method: method = publicMethod,
    token_endpoint_auth_methods_supported: methods,
  } = document;
  const isPublic = method === publicMethod || (Array.isArray(methods) && methods.includes(publicMethod));
  if (!isPublic)
    return { ok: false, fault: 'The document allows no token_endpoint_auth_method that is supported: none.' };
  const fault = redirectsFault(redirect_uris);
  if (fault !== null) return { ok: false, fault };
  const { host } = new URL(id);
  const name = (typeof client_name === 'string' && shownName(client_name)) || host;
  return { ok: true, client: { id, name, host, redirectUris: redirect_uris as string[] } };
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
