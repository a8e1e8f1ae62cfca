import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** Counts a heartbeat that was refused, by day in UTC. */
export async function countRefused(db: Db, at: Date, reason: 'locked' | 'elsewhere'): Promise<void> {
  await sql`
    insert into identity_refused_heartbeats as counted (day, reason, heartbeats)
    values ((${at}::timestamptz at time zone 'UTC')::date, ${reason}, 1)
    on conflict (day, reason) do update set heartbeats = counted.heartbeats + 1`.execute(db);
}
