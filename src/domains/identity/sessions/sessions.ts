import { batch } from '#core/concurrency/batch.ts';
import type { Context } from '#core/context.ts';
import { port } from '#core/ports.ts';
import { addressKey } from '#values/ip-addresses/index.ts';
import { readAddress } from '../signups/read-signup.ts';

/** The part of a pool that the hot path uses: named statements that the server prepares once. */
export interface HotPool {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

export interface Browser {
  account_id: string;
  session_id: string;
  ip: string;
  user_agent: string;
  /** The person signed out. */
  ended?: boolean;
}

export interface Heartbeat extends Required<Omit<Browser, 'ip'>> {
  /** IPv6 by its /64. */
  address_key: string;
  at: Date;
}

export type HeartbeatOutcome = 'live' | 'elsewhere' | 'ended' | 'unknown_account';

/** Records heartbeats of sessions. Concurrent ones share a statement. */
export interface Sessions {
  track(heartbeat: Heartbeat): Promise<HeartbeatOutcome>;
}

export const Sessions = port<Sessions>('sessions');

export interface SessionsOptions {
  pool: HotPool;
  settings: { current(): { session_live_minutes: number } };
  onBatch?(name: string, items: number): void;
}

export const openSessions = ({ pool, settings, onBatch }: SessionsOptions): Sessions => ({
  track: batch({
    run: (heartbeats: Heartbeat[]) => trackBatch(pool, heartbeats, settings.current().session_live_minutes),
    name: 'session',
    onBatch,
  }),
});

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
      heartbeats.map(({ account_id }) => account_id),
      heartbeats.map(({ session_id }) => session_id),
      heartbeats.map(({ address_key }) => address_key),
      heartbeats.map(({ user_agent }) => user_agent),
      heartbeats.map(({ at }) => at.toISOString()),
      heartbeats.map(({ ended }) => ended),
      liveMinutes,
    ],
  });
  return (rows as { o_outcome: HeartbeatOutcome }[]).map(({ o_outcome }) => o_outcome);
}

/** Records a heartbeat of a session, unless another session of the account is live at another address. */
export const trackBrowser = (
  { ports, now }: Pick<Context, 'ports' | 'now'>,
  { ip, ended = false, ...session }: Browser,
): Promise<HeartbeatOutcome> =>
  ports.use(Sessions).track({ ...session, ended, address_key: addressKey(readAddress(ip)), at: now() });
