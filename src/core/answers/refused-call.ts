import type { CustomerSurface, KeyCredential } from '../access.ts';

/** A call with a key that was refused or failed, as the surface saw it. */
export interface RefusedCall {
  key: KeyCredential;
  /** The operation's id. */
  operation: string;
  method: string;
  /** The door's path, with its parameters in braces. */
  path: string;
  status: number;
  /** Null for a request that lacks its shape (422). */
  code: string | null;
  durationMs: number;
  openedFrom: CustomerSurface;
  requestId: string;
  /** Members of the path, the query and the body, unchecked. A body that wasn't read or isn't JSON is absent. */
  given: { path?: unknown; query?: unknown; body?: unknown };
  /** The body of the answer. */
  answer: string;
}
