import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { TimeSpan } from '../rules.ts';

/** Lookups by the bound of their milliseconds. */
export type TimedLookups = ReadonlyMap<number, number>;

export async function addLookupTimes(db: Db, hour: Date, counts: TimedLookups): Promise<void> {
  // In the order of the bounds, so that processes that add at once don't wait in a circle.
  const sorted = [...counts].sort(([one], [other]) => one - other);
  await sql`
    insert into lookup_time (hour, most_ms, lookups)
    select ${hour}, most_ms, lookups
    from unnest(${sorted.map(([bound]) => bound)}::int[], ${sorted.map(([, count]) => count)}::bigint[])
      as added (most_ms, lookups)
    on conflict (hour, most_ms) do update set lookups = lookup_time.lookups + excluded.lookups`.execute(db);
}

/** Counts of all hours that begin in the window, and of the hour in which the window begins. */
export async function lookupTimes(db: Db, { start, end }: TimeSpan): Promise<TimedLookups> {
  const { rows } = await sql<{ most_ms: number; lookups: number }>`
    select most_ms, sum(lookups)::bigint as lookups from lookup_time
    where hour >= date_trunc('hour', ${start}::timestamptz, 'UTC') and hour < ${end}
    group by most_ms`.execute(db);
  return new Map(rows.map(({ most_ms, lookups }) => [most_ms, lookups]));
}

export async function forgetLookupTimes(db: Db): Promise<void> {
  await sql`delete from lookup_time where hour < (select usage_oldest_month())`.execute(db);
}
