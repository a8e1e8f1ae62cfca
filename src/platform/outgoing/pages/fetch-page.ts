import type { Dispatcher } from 'undici';
import { scanPage } from '#platform/html/scan-page.ts';
import { openDeadline } from '../exchange/deadline.ts';
import { type Exchanged, exchange, type Headers } from '../exchange/exchange.ts';
import { acceptEncoding } from '../exchange/read-body.ts';
import { retryAfter } from '../exchange/retry-after.ts';
import type { Timing } from '../timing.ts';
import { decodeText } from './charset.ts';
import { judgeUrl } from './judge-url.ts';
import {
  type FetchLimits,
  type FetchPage,
  type FetchRefusal,
  outOfTime,
  type Page,
  refusal,
  type Trip,
  type Visit,
} from './page.ts';
import type { PerHost } from './per-host.ts';
import type { Robots } from './robots.ts';
import { forbidsIndexing } from './robots-rules.ts';

interface FetchPageOptions extends ReadOptions {
  dispatcher: Dispatcher;
  robots: Robots;
  limits: FetchLimits;
  allowedOrigins: readonly string[];
  userAgent: string;
}

const accept =
  'text/html,application/xhtml+xml,application/json;q=0.9,application/xml;q=0.8,text/plain;q=0.7';

/**
 * Fetches public web pages by untrusted links. Every hop is checked again: the link, the site's robots.txt, its rate and every
 * address. Sends no cookies or credentials and runs no scripts. Failures are return values; it never throws.
 */
export function openFetchPage(options: FetchPageOptions): FetchPage {
  const { timing, limits } = options;

  return async (raw, ask = {}) => {
    const leftMs = ask.deadlineAt ? ask.deadlineAt.getTime() - timing.now().getTime() : limits.waitMs;
    const trip: Trip = { ask, deadline: openDeadline(timing, leftMs, ask.signal), redirects: [], ms: 0 };
    try {
      return await follow(options, String(raw), trip);
    } finally {
      trip.deadline.cancel();
    }
  };
}

async function follow(options: FetchPageOptions, raw: string, trip: Trip): Promise<Page | FetchRefusal> {
  for (let link = raw, isSecure = false; ; ) {
    const judged = judgeUrl(link, options);
    if (!judged.ok) return refusal(trip, link, 'url_refused', { urlRefusal: judged.reason });
    if (isSecure && judged.url.protocol === 'http:') return refusal(trip, link, 'downgrade');

    const visit = await visitOnce(options, judged.url, trip);
    if ('ok' in visit) return visit;
    if (trip.redirects.length === options.limits.redirectsMax)
      return refusal(trip, link, 'too_many_redirects');

    trip.redirects.push(judged.url.href);
    isSecure = judged.url.protocol === 'https:';
    link = visit.redirectTo;
  }
}

async function visitOnce(options: FetchPageOptions, url: URL, trip: Trip): Promise<Visit> {
  const { signal } = trip.deadline;
  const robots = await options.robots.ask(url, signal);
  if (robots.verdict === 'aborted') return refusal(trip, url.href, outOfTime(trip));
  if (robots.verdict === 'address_refused') return refusal(trip, url.href, 'address_refused');
  if (robots.verdict !== 'allowed') return refusal(trip, url.href, `robots_${robots.verdict}`);

  const turn = await options.perHost.enter(url.hostname, { crawlDelayMs: robots.crawlDelayMs, signal });
  if (!turn.ok && turn.reason === 'paused')
    return refusal(trip, url.href, 'host_paused', { retryAt: turn.retryAt });
  if (!turn.ok) return refusal(trip, url.href, outOfTime(trip));

  try {
    const answer = await exchange(options.dispatcher, {
      url,
      headers: {
        'user-agent': options.userAgent,
        accept,
        'accept-encoding': acceptEncoding,
        ...conditions(url, trip),
      },
      signal,
      timeoutMs: options.limits.totalMs - trip.ms,
      headersMs: options.limits.headersMs,
      bodyBytesMax: options.limits.bodyBytesMax,
      wantsBody: (status, headers) => status >= 200 && status < 300 && isPage(headers),
    });
    trip.ms += answer.ms;
    return readVisit(options, url, trip, answer);
  } finally {
    turn.leave();
  }
}

/** Sends validators only with the URL they belong to (RFC 9110 §13.1). */
function conditions(url: URL, { ask: { known } }: Trip): Headers {
  if (!known || known.url !== url.href) return {};
  return {
    ...(known.etag && { 'if-none-match': known.etag }),
    ...(known.lastModified && { 'if-modified-since': known.lastModified }),
  };
}

interface ReadOptions {
  perHost: PerHost;
  timing: Timing;
  /** Our crawler name, which noindex directives may address. */
  product: string;
}

const pageType = /^(text\/(html|plain|xml|json)|application\/(json|xml|([\w.-]+\+)(json|xml)))$/;

/** Whether this content type can be read as a page. */
const isPage = (headers: Headers): boolean => pageType.test(mediaType(headers));

/** Turns a response into a page, a refusal or a redirect. */
function readVisit(options: ReadOptions, url: URL, trip: Trip, answer: Exchanged): Visit {
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
