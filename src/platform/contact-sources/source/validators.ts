/** A stored answer and its validators, for conditional requests (RFC 9110 §13). */
export interface Validated {
  etag: string | null;
  lastModified: string | null;
  /** JSON: the response body, or the facts read from the page. */
  body: unknown;
  fetchedAt: Date;
}

/**
 * Stored answers by URL and credential. GitHub's ETags differ by token, and a wrong one costs a request of the limit, so both
 * are part of the key.
 */
export interface Validators {
  get(url: string, credentialId: string): Promise<Validated | null>;
  put(url: string, credentialId: string, validated: Validated): Promise<void>;
}
