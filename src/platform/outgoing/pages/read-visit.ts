import { scanPage } from '#platform/html/scan-page.ts';
import type { Exchanged, Headers } from '../exchange/exchange.ts';
import { retryAfter } from '../exchange/retry-after.ts';
import type { Timing } from '../timing.ts';
import { decodeText } from './charset.ts';
import { forbidsIndexing } from './noindex.ts';
import type { Page } from './page.ts';
import type { PerHost } from './per-host.ts';
import { outOfTime, refusal, type Trip, type Visit } from './trip.ts';

export interface ReadOptions {
  perHost: PerHost;
  timing: Timing;
  /** Our crawler name, which noindex directives may address. */
  product: string;
}

const pageType = /^(text\/(html|plain|xml|json)|application\/(json|xml|([\w.-]+\+)(json|xml)))$/;

/** Whether this content type can be read as a page. */
export const isPage = (headers: Headers): boolean => pageType.test(mediaType(headers));

/** Turns a response into a page, a refusal or a redirect. */
export function readVisit(options: ReadOptions, url: URL, trip: Trip, answer: Exchanged): Visit {
  const { perHost, timing } = options;
  perHost.record(url.hostname, answer.ok ? answer.status < 500 : !isHostTrouble(answer.failure));
  if (!answer.ok) {
    const reason = answer.failure === 'aborted' ? outOfTime(trip) : answer.failure;
    return refusal(trip, url.href, reason);
  }

  const { status, headers } = answer;
  const isRedirect = [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined;
  if (isRedirect) return { redirectTo: URL.parse(headers.location!, url)?.href ?? headers.location! };
  if (status === 304 && trip.ask.known?.url === url.href) return pageOf(options, url, trip, answer);
  if (status < 200 || status > 299) {
    const retryAt = status === 429 || status === 503 ? retryAfter(headers, timing.now()) : null;
    if (retryAt) perHost.pause(url.hostname, retryAt);
    return refusal(trip, url.href, 'http_status', { status, ...(retryAt && { retryAt }) });
  }
  if (!pageType.test(mediaType(headers))) return refusal(trip, url.href, 'wrong_type', { status });
  return pageOf(options, url, trip, answer);
}

function pageOf(options: ReadOptions, url: URL, trip: Trip, answer: Exchanged & { ok: true }): Page {
  const { status, headers, body } = answer;
  const contentType = mediaType(headers);
  const text = decodeText(body, headers['content-type'] ?? '');
  const isHtml = contentType === 'text/html' || contentType === 'application/xhtml+xml';
  const parts = isHtml ? scanPage(text) : null;

  return {
    ok: true,
    url: url.href,
    status,
    notModified: status === 304,
    contentType,
    text,
    parts,
    noindex: forbidsIndexing(headers, parts?.metas ?? [], options.product),
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    redirects: trip.redirects,
    fetchedAt: options.timing.now(),
    ms: Math.round(trip.ms),
  };
}

const mediaType = (headers: Headers): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();

const isHostTrouble = (failure: string): boolean => failure === 'timeout' || failure === 'network';
