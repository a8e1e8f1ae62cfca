/**
 * Who may call through a door.
 *
 * - `public`: anybody
 * - `key`: `Authorization: Bearer cty_…`; the account is the key's own
 * - `extension`: a browser-extension session token; the account is the session's own
 * - `internal`: header `x-internal-secret`; the account is named in the path or the body
 * - `admin`: header `x-admin-secret`; the operator is named in `x-ops-actor`
 * - `signed`: a provider's signature over the raw body, checked by the operation
 */
export type Access = 'public' | 'key' | 'extension' | 'internal' | 'admin' | 'signed';

/** An account as the process knows it: `id` is the ledger's number, `accountId` the dashboard's string. */
export interface AccountRef {
  id: number;
  accountId: string;
}

/** What a bearer key proves. */
export interface KeyCredential {
  keyId: string;
  account: AccountRef;
  mode: 'live' | 'test';
  /** Requests admitted in a 60-second window. */
  rateLimitPerMin: number;
  /** The id under which its requests are counted: the key's own, or that of the first key it has replaced in turn. */
  countedAs: string;
}
