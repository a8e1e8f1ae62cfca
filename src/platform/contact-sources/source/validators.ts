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

/** Validators in this process's memory. The oldest are dropped first. Use a table for those that must survive a restart. */
export function openMemoryValidators(answersMax = 2000): Validators {
  const answers = new Map<string, Validated>();
  const keyOf = (url: string, credentialId: string) => `${credentialId} ${url}`;

  return {
    get: async (url, credentialId) => answers.get(keyOf(url, credentialId)) ?? null,
    async put(url, credentialId, validated) {
      const key = keyOf(url, credentialId);
      answers.delete(key);
      answers.set(key, validated);
      const [oldest] = answers.keys();
      if (answers.size > answersMax && oldest !== undefined) answers.delete(oldest);
    },
  };
}
