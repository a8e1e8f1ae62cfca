/** What one page may cost. Times in milliseconds, sizes in bytes after decompression. */
export interface FetchLimits {
  /** Name lookup, TCP and TLS together, of one connection. */
  connectMs: number;
  /** From a request to the end of the answer's headers. */
  headersMs: number;
  /** On the network for a page and its redirects; waiting for a host's turn is not counted. */
  totalMs: number;
  /** The whole call, waiting included, when the caller gives no deadline. */
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
