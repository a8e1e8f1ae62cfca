import { RouteClient } from '#client/route-client.ts';
import { home } from '#web/shared/session/home.ts';
import { endSession } from '#web/shared/session/session.ts';

/** Stands for the signed-in account in paths. The proxy puts its id there. */
export const me = 'me';

const baseUrl = `${location.origin}${home}/api`;

/** `fetch` that tells every tab when the session is over. */
async function watchedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status === 401) {
    const problem = await response
      .clone()
      .json()
      .catch(() => null);
    if (problem?.code === 'session_ended') endSession();
  }
  return response;
}

export const api = new RouteClient({ baseUrl, fetch: watchedFetch });

/** Doesn't wait and try again: for a limit that a person would rather hear of at once. */
export const once = new RouteClient({ baseUrl, fetch: watchedFetch, maxRetries: 0 });

/** For files, and what takes as long as they do: an import of gigabytes takes hours. Nothing is sent twice. */
export const uploads = new RouteClient({
  baseUrl,
  fetch: watchedFetch,
  timeout: 24 * 60 * 60_000,
  maxRetries: 0,
});

/** The address of a download of the API: `<a href={downloadOf('/internal/…')} download>`. */
export const downloadOf = (path: string): string => `${home}/api${path}`;
