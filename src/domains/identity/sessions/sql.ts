import { sql } from 'kysely';

/** The part of a pool that the hot path uses: named statements that the server prepares once. */
export interface HotPool {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

export interface Heartbeat {
  accountId: string;
  sessionId: string;
  /** IPv6 by its /64. */
  addressKey: string;
  userAgent: string;
  at: Date;
  /** The person signed out. */
  ended: boolean;
}

export type HeartbeatOutcome = 'live' | 'elsewhere' | 'ended' | 'unknown_account';

/** Takes the heartbeats in order, with one statement. */
export async function trackBatch(
  pool: HotPool,
  heartbeats: readonly Heartbeat[],
  liveMinutes: number,
): Promise<HeartbeatOutcome[]> {
  const { rows } = await pool.query({
    name: 'session_track_batch',
    text: `select o_outcome from session_track_batch($1, $2, $3, $4, $5::timestamptz[], $6, make_interval(mins => $7))
      order by o_ord`,
    values: [
      heartbeats.map(({ accountId }) => accountId),
      heartbeats.map(({ sessionId }) => sessionId),
      heartbeats.map(({ addressKey }) => addressKey),
      heartbeats.map(({ userAgent }) => userAgent),
      heartbeats.map(({ at }) => at.toISOString()),
      heartbeats.map(({ ended }) => ended),
      liveMinutes,
    ],
  });
  return (rows as { o_outcome: HeartbeatOutcome }[]).map(({ o_outcome }) => o_outcome);
}

/** `day` as 2026-11-22: deletes sessions that were last seen on an earlier one. */
export const deleteSessionsBefore = (day: string) => (limit: number) =>
  sql`
  delete from identity_session where ctid = any (array(
    select ctid from identity_session where last_seen_on < ${day}::date
    order by last_seen_on limit ${limit} for update skip locked
  ))`;
