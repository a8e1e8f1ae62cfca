import type { PageParts } from '#platform/html/scan-page.ts';
import type { Deadline } from '../exchange/deadline.ts';
import type { UrlRefusal } from './judge-url.ts';

export interface Page {
  ok: true;
  /** The final URL, after redirects. */
  url: string;
  status: number;
  /** True if the site confirmed the copy in `known`. `text` is empty then. */
  notModified: boolean;
  /** Lower case, without parameters. */
  contentType: string;
  text: string;
  /** The parsed parts of an HTML page; null for other types. */
  parts: PageParts | null;
  /** The page asks not to be indexed, so its content must not be stored. */
  noindex: boolean;
  etag: string | null;
  lastModified: string | null;
  /** The redirected links, in order. */
  redirects: string[];
  fetchedAt: Date;
  /** Network time in milliseconds. */
  ms: number;
}

type FetchRefusalReason =
  | 'url_refused'
  | 'address_refused'
  | 'downgrade'
  | 'too_many_redirects'
  | 'robots_disallowed'
  | 'robots_unreachable'
  | 'host_paused'
  | 'http_status'
  | 'wrong_type'
  | 'too_large'
  | 'undecodable'
  | 'timeout'
  | 'network'
  | 'aborted';

/** Why there is no page. `url` is where it ended, which a redirect may have chosen. */
export interface FetchRefusal {
  ok: false;
  reason: FetchRefusalReason;
  url: string;
  /** For `url_refused`: what is wrong with the link. */
  urlRefusal?: UrlRefusal;
  status?: number;
  /** Don't ask again before this. */
  retryAt?: Date;
  redirects: string[];
  ms: number;
}

export interface PageOptions {
  signal?: AbortSignal;
  /** When the caller needs the answer. Default: 20 s after the call. */
  deadlineAt?: Date;
  /** A copy the caller already has. Makes the request for that URL conditional. */
  known?: { url: string; etag?: string | null; lastModified?: string | null };
}

export type FetchPage = (url: string | URL, ask?: PageOptions) => Promise<Page | FetchRefusal>;

/** Limits for fetching one page. Times in milliseconds, sizes in bytes after decompression. */
export interface FetchLimits {
  /** DNS lookup, TCP and TLS of one connection. */
  connectMs: number;
  /** From the request to the end of the response headers. */
  headersMs: number;
  /** Network time for a page and its redirects, without waiting for the host's turn. */
  totalMs: number;
  /** The whole call, including waiting, if the caller sets no deadline. */
  waitMs: number;
  bodyBytesMax: number;
  redirectsMax: number;
  /** Between the starts of two requests to one host. */
  spacingMs: number;
}

export const fetchLimits: FetchLimits = {
  connectMs: 2000,
  headersMs: 3000,
  totalMs: 6000,
  waitMs: 20_000,
  bodyBytesMax: 1024 * 1024,
  redirectsMax: 3,
  spacingMs: 1000,
};

/** The state of one fetch across its redirects. */
export interface Trip {
  ask: PageOptions;
  deadline: Deadline;
  redirects: string[];
  ms: number;
}

/** The result of one request. */
export type Visit = Page | FetchRefusal | { redirectTo: string };

export const refusal = (
  trip: Trip,
  url: string,
  reason: FetchRefusalReason,
  more: Partial<FetchRefusal> = {},
): FetchRefusal => ({ ok: false, reason, url, redirects: trip.redirects, ms: Math.round(trip.ms), ...more });

export const outOfTime = (trip: Trip): 'timeout' | 'aborted' =>
  trip.deadline.expired ? 'timeout' : 'aborted';
