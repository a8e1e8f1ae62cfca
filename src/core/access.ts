import type { PlanTier } from './parts/plan-tier.ts';

/**
 * How a caller proves who it is at a door.
 *
 * - `public`: no credential
 * - `key`: `Authorization: Bearer cty_…`; the account is the key's
 * - `agent`: the same, from a program that calls tools over MCP, or the access token of a connection
 * - `extension`: a browser-extension session token; the account is the session's
 * - `internal`: header `x-internal-secret`; the account is named in the path or the body
 * - `admin`: header `x-admin-secret`; the operator is named in `x-ops-actor`
 * - `signed`: a provider's signature over the raw body, checked by the operation
 */
export type Access = 'public' | 'key' | 'agent' | 'extension' | 'internal' | 'admin' | 'signed';

/** The name of an operator who sends none. */
export const operatorDefault = 'ops';

/**
 * The roles of operators in the console. `owner`: everything. `finance`: payments, invoices, contracts and promotions. `support`:
 * accounts, keys, locks and privacy. `reader`: look. A call with the admin secret alone has the role of an owner.
 */
export const operatorRoles = ['owner', 'finance', 'support', 'reader'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** The scopes of an agent's connection. A key has all of them. */
export const agentScopes = ['lookup', 'jobs', 'usage'] as const;
export type AgentScope = (typeof agentScopes)[number];

/** An account: `id` is our own number, `account_id` the dashboard's string. */
export interface AccountRef {
  id: number;
  account_id: string;
}

/** The bearer key that a caller presented, or an account that acts on its pages without one. */
export interface KeyCredential {
  /** Null without a key. */
  keyId: string | null;
  account: AccountRef;
  mode: 'live' | 'test';
  /** Requests allowed in any 60-second window. */
  rateLimitPerMin: number;
  /** The limit of this key alone, which its account chose, within the one above. Null: none. */
  chosenRatePerMin: number | null;
  /** The account's plans and packs. */
  tier: PlanTier;
  /** The owner of its rate-limit window: itself, that of the first key in its chain of replacements, or the account's. */
  countedAs: string;
  /** Whether its lookups take the priority lane, which comes with the account's plan. */
  hasPriority: boolean;
}

/**
 * The caller. The account, the limits and the name in the audit log all follow from it. A caller can't override it
 * with anything it sends.
 */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'key'; key: KeyCredential }
  /** A browser-extension session. It acts with its account's active key. */
  | { kind: 'extension'; key: KeyCredential; sessionId: string }
  /** The dashboard, which proved the internal secret, or the operator's console, which proved the admin secret too. */
  | { kind: 'internal'; operator?: string }
  | { kind: 'operator'; name: string; role: OperatorRole }
  /** The sender behind a `signed` door. The operation checks the signature. */
  | { kind: 'provider' }
  /** A program that calls tools: with a key, or by a connection that has scopes. */
  | { kind: 'agent'; key: KeyCredential; scopes: readonly AgentScope[] | null }
  /** The service itself, in a background job. */
  | { kind: 'system'; job: string };

/** The name in the audit log. */
export function actorOf(caller: Caller): string {
  switch (caller.kind) {
    case 'operator':
      return caller.name;
    case 'key':
      return `key:${caller.key.keyId}`;
    case 'agent':
      return `agent:${caller.key.keyId}`;
    case 'extension':
      return `extension:${caller.sessionId}`;
    case 'system':
      return `system:${caller.job}`;
    case 'internal':
      return caller.operator ?? caller.kind;
    case 'provider':
    case 'anonymous':
      return caller.kind;
  }
}

/** Whether an operator calls, through a door of operators or one of the customers' pages. */
export const isOperator = (caller: Caller): boolean =>
  caller.kind === 'operator' || (caller.kind === 'internal' && caller.operator !== undefined);

/** The key the caller presented or acts with, or null. */
export const keyOf = (caller: Caller): KeyCredential | null => ('key' in caller ? caller.key : null);

/** The account the credential belongs to, or null if the request names the account or needs none. */
export const accountOf = (caller: Caller): AccountRef | null => keyOf(caller)?.account ?? null;

export type CustomerSurface = 'api' | 'dashboard' | 'extension' | 'mcp';

/** The surface a customer's call came from. */
export function surfaceOf({ kind }: Caller): CustomerSurface {
  switch (kind) {
    case 'internal':
      return 'dashboard';
    case 'extension':
      return 'extension';
    case 'agent':
      return 'mcp';
    default:
      return 'api';
  }
}
