import type { PlanTier } from './parts/plan-tier.ts';

/**
 * How a caller proves who it is at a door.
 *
 * - `public`: no credential
 * - `key`: `Authorization: Bearer cty_…`; the account is the key's
 * - `agent`: the same, from a program that calls tools over MCP
 * - `extension`: a browser-extension session token; the account is the session's
 * - `internal`: header `x-internal-secret`; the account is named in the path or the body
 * - `admin`: header `x-admin-secret`; the operator is named in `x-ops-actor`
 * - `signed`: a provider's signature over the raw body, checked by the operation
 */
export type Access = 'public' | 'key' | 'agent' | 'extension' | 'internal' | 'admin' | 'signed';

/** The name of an operator who sends none. */
export const operatorDefault = 'ops';

/** An account: `id` is our own number, `accountId` the dashboard's string. */
export interface AccountRef {
  id: number;
  accountId: string;
}

/** The bearer key that a caller presented. */
export interface KeyCredential {
  keyId: string;
  account: AccountRef;
  mode: 'live' | 'test';
  /** Requests allowed in any 60-second window. */
  rateLimitPerMin: number;
  /** The account's plans and packs. */
  tier: PlanTier;
  /** The key whose rate-limit window it shares: itself, or the first key in its chain of replacements. */
  countedAs: string;
  /** Whether its lookups take the priority lane, which comes with the account's plan. */
  hasPriority: boolean;
}
