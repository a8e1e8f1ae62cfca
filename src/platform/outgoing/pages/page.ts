import type { PageParts } from '#platform/html/scan-page.ts';
import type { UrlRefusal } from './judge-url.ts';

export interface Page {
  ok: true;
  /** Where the page was in the end, after redirects. */
  url: string;
  status: number;
  /** True when the site said that the copy named in `known` still holds; `text` is empty then. */
  notModified: boolean;
  /** Without parameters, in lower case. */
  contentType: string;
  text: string;
  /** What was read of an HTML page; null for any other. */
  parts: PageParts | null;
  /** The page asks not to be indexed: what it says must not be kept. */
  noindex: boolean;
  etag: string | null;
  lastModified: string | null;
  /** The links that were redirected, in order. */
  redirects: string[];
  fetchedAt: Date;
  /** Milliseconds on the network. */
  ms: number;
}

export type FetchRefusalReason =
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

/** Why there is no page. `url` is the link it ended at, which a redirect may have chosen. */
export interface FetchRefusal {
  ok: false;
  reason: FetchRefusalReason;
  url: string;
  /** For `url_refused`: what was wrong with the link. */
  urlRefusal?: UrlRefusal;
  status?: number;
  /** Asking again before this is in vain or unwelcome. */
  retryAt?: Date;
  redirects: string[];
  ms: number;
}

export interface PageAsk {
  signal?: AbortSignal;
  /** When the caller needs the answer; 20 s after the call unless told. */
  deadlineAt?: Date;
  /** A copy the caller has: makes the request for exactly that link conditional. */
  known?: { url: string; etag?: string | null; lastModified?: string | null };
}

export type FetchPage = (url: string | URL, ask?: PageAsk) => Promise<Page | FetchRefusal>;
