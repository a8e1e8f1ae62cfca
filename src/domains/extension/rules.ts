import { dayMs, hourMs, minuteMs } from '#core/clock.ts';

export const accessTokenMs = hourMs;
export const refreshTokenMs = 30 * dayMs;

/** A used refresh token returns its pair again for this long: its response may have been lost, or two tabs sent it at once. */
export const repeatMs = minuteMs;

/** Live sessions of an account. One more ends the session that was renewed longest ago. */
export const sessionsMax = 20;
/** Sessions that the dashboard lists, live ones first. Older ended ones are deleted when the account connects another. */
export const listedMax = 200;

export const endReasons = ['signed_out', 'revoked', 'token_reused', 'over_limit', 'key_replaced'] as const;
export type EndReason = (typeof endReasons)[number];

export const sessionStatuses = ['active', 'expired', ...endReasons] as const;
type SessionStatus = (typeof sessionStatuses)[number];

interface SessionState {
  /** Exclusive. */
  expires_at: Date;
  ended_because: EndReason | null;
}

export const statusOf = ({ expires_at, ended_because }: SessionState, now: Date): SessionStatus =>
  ended_because ?? (expires_at <= now ? 'expired' : 'active');

/** The session as it was renewed at a time. */
export const renewedAt = <Renewed>(session: Renewed, at: Date) => ({
  ...session,
  refreshed_at: at,
  expires_at: new Date(at.getTime() + refreshTokenMs),
});

/** `reused`: another program may have the token, so its session ends. */
export function judgeRefresh(
  {
    ended_because,
    token_used_at: usedAt,
    token_expires_at: end,
  }: SessionState & {
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
