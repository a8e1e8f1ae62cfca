import { dayMs, hourMs } from '#core/clock.ts';

export const accessTokenMs = hourMs;
export const refreshTokenMs = 30 * dayMs;

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
