/** What is remembered of an answer, so that it can be asked for again without being sent again (RFC 9110 §13). */
export interface Validated {
  etag: string | null;
  lastModified: string | null;
  /** JSON: the answer's body, or what was read from the page. */
  body: unknown;
  fetchedAt: Date;
}

/**
 * Answers by address and credential. GitHub gives another ETag to another token, and asking with a wrong one costs a
 * request of the limit, so both make the key.
 */
export interface Validators {
  get(url: string, credentialId: string): Promise<Validated | null>;
  put(url: string, credentialId: string, validated: Validated): Promise<void>;
}
