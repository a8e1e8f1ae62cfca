import type { AgentScope } from '#core/access.ts';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';

export const accessTokenMs = hourMs;
export const refreshTokenMs = 30 * dayMs;
export const codeMs = minuteMs;

/** Live connections of an account. One more ends the one that was renewed longest ago. */
export const connectionsMax = 20;
/** Connections that are listed, live ones first. Older ended ones are deleted when the account connects another. */
export const listedMax = 100;

export const endReasons = [
  'expired',
  'signed_out',
  'revoked',
  'token_reused',
  'code_reused',
  'over_limit',
  'locked',
] as const;
export type EndReason = (typeof endReasons)[number];

export const connectionStatuses = ['active', 'banned', ...endReasons] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

interface ConnectionState {
  /** Exclusive. */
  expires_at: Date;
  ended_because: EndReason | null;
}

export function statusOf(
  {
    expires_at,
    ended_because,
    banned_at,
    revoked_at,
  }: ConnectionState & { banned_at: Date | null; revoked_at: Date | null },
  now: Date,
): ConnectionStatus {
  if (ended_because) return ended_because;
  if (revoked_at) return 'revoked';
  if (expires_at <= now) return 'expired';
  return banned_at ? 'banned' : 'active';
}

/** The scopes, in their own order. Those in a text are separated by spaces (RFC 6749 §3.3). */
export const scopeText = (scopes: readonly AgentScope[]): string => scopes.join(' ');

/** The resource that tokens are for (RFC 8707). Programs of before the resource indicator name none. */
export function isOurResource(resource: string | undefined, publicUrl: string): boolean {
  if (resource === undefined) return true;
  const plain = resource.replace(/\/$/, '');
  // The document of the host names its origin, and some programs take that.
  return plain === `${publicUrl}/mcp` || plain === publicUrl;
}
