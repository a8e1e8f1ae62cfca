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
