import type { AgentScope } from '#core/access.ts';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';

export const accessTokenMs = hourMs;
export const refreshTokenMs = 30 * dayMs;
export const codeMs = minuteMs;

/** A used refresh token returns its pair again for this long: its response may have been lost, or two processes sent it at once. */
export const repeatMs = minuteMs;

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

/** `reused`: another program may have the token, so its connection ends. */
export function judgeRefresh(
  {
    ended_because,
    token_used_at: usedAt,
    token_expires_at: end,
  }: Pick<ConnectionState, 'ended_because'> & {
    token_used_at: Date | null;
    /** Exclusive. */
    token_expires_at: Date;
  },
  now: Date,
): 'good' | 'ended' | 'reused' {
  if (ended_because) return 'ended';
  if (usedAt && now.getTime() - usedAt.getTime() >= repeatMs) return 'reused';
  return end <= now ? 'ended' : 'good';
}

/** The scopes, in their own order. Those in a text are separated by spaces (RFC 6749 §3.3). */
export const scopeText = (scopes: readonly AgentScope[]): string => scopes.join(' ');
