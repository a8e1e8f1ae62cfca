import type { PageParts } from '#platform/html/scan-page.ts';
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
