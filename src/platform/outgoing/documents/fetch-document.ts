import type { Dispatcher } from 'undici';
import { exchange } from '../exchange/exchange.ts';
import { acceptEncoding } from '../exchange/read-body.ts';
import { judgeUrl } from '../pages/judge-url.ts';

export type FetchedDocument = { ok: true; text: string } | { ok: false; reason: string };

/**
 * Gets a JSON document from a public address that a stranger names, for a person who waits for it: one request, no redirects, no
 * retries. Never throws. `reason` is a sentence that says nothing about what is at the address.
 */
export type FetchDocument = (url: string, limits: { bytesMax: number }) => Promise<FetchedDocument>;

interface Fetching {
  dispatcher: Dispatcher;
  allowedOrigins: readonly string[];
  userAgent: string;
}

const timeoutMs = 5_000;

export const openFetchDocument =
  ({ dispatcher, allowedOrigins, userAgent }: Fetching): FetchDocument =>
  async (url, { bytesMax }) => {
    const judged = judgeUrl(url, { allowedOrigins });
    if (!judged.ok) return { ok: false, reason: refused };
    const answer = await exchange(dispatcher, {
      url: judged.url,
      headers: { 'user-agent': userAgent, accept: 'application/json', 'accept-encoding': acceptEncoding },
      timeoutMs,
      headersMs: timeoutMs,
      bodyBytesMax: bytesMax,
      wantsBody: (status, headers) => status === 200 && isJson(headers['content-type']),
    });
    if (!answer.ok) return { ok: false, reason: answer.failure === 'address_refused' ? refused : unreadable };
    return answer.status === 200 && isJson(answer.headers['content-type'])
      ? { ok: true, text: answer.body.toString() }
      : { ok: false, reason: unreadable };
  };

const isJson = (type = ''): boolean => /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);

const refused = 'The address is not on the public Internet.';
const unreadable = 'The address returned no JSON document within 5 seconds, or a too long one.';
