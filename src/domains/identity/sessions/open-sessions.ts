import { batch } from '#core/concurrency/batch.ts';
import { port } from '#core/ports.ts';
import { type Heartbeat, type HeartbeatOutcome, type HotPool, trackBatch } from './sql.ts';

/** Records heartbeats of sessions. Those that come at once share a statement. */
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
    onBatch: (items) => onBatch?.('session', items),
  }),
});
