import type { Db } from '#core/context.ts';
import { run } from '#core/database/statement.ts';

/** Counts a heartbeat that was refused, by day in UTC. */
export const countRefused = (db: Db, at: Date, reason: 'locked' | 'elsewhere'): Promise<void> =>
  run(db)`
    insert into identity_refused_heartbeats as counted (day, reason, heartbeats)
    values ((${at}::timestamptz at time zone 'UTC')::date, ${reason}, 1)
    on conflict (day, reason) do update set heartbeats = counted.heartbeats + 1`;
