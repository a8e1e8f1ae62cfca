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
  expiresAt: Date;
  endedBecause: EndReason | null;
}

export const statusOf = ({ expiresAt, endedBecause }: SessionState, now: Date): SessionStatus =>
  endedBecause ?? (expiresAt <= now ? 'expired' : 'active');

/** The session as it was renewed at a time. */
export const renewedAt = <Renewed>(session: Renewed, at: Date) => ({
  ...session,
  refreshedAt: at,
  expiresAt: new Date(at.getTime() + refreshTokenMs),
});

interface RefreshToken {
  usedAt: Date | null;
  /** Exclusive. */
  expiresAt: Date;
}

/** `reused`: somebody else may have the token, so its session ends. */
export function judgeRefresh(
  session: SessionState,
  token: RefreshToken,
  now: Date,
): 'good' | 'ended' | 'reused' {
  if (session.endedBecause) return 'ended';
  if (token.usedAt && now.getTime() - token.usedAt.getTime() >= repeatMs) return 'reused';
  return token.expiresAt <= now ? 'ended' : 'good';
}
