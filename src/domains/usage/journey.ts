import { sql } from 'kysely';
import type { JourneySource } from '#core/parts/journey.ts';

/** A fact for each UTC day with lookups. Goes from day to day by the index, as many as a page needs. */
export const usageJourney: JourneySource = {
  id: 'usage',
  tables: ['usage_event'],
  query: ({ id }, { from, limit }) => sql`
    with recursive days (day) as (
      select date_trunc('day', min(at), 'UTC') from usage_event
      where account = ${id} and at >= date_trunc('day', ${from}::timestamptz, 'UTC')
      union all
      select date_trunc('day', next.at, 'UTC')
      from days
      cross join lateral (
        select at from usage_event where account = ${id} and at >= days.day + interval '24 hours' order by at limit 1
      ) as next
    )
    select counted.first_at, 'lookups.of_day', jsonb_build_object('last_at', counted.last_at, 'lookups', counted.lookups,
      'completed', counted.completed, 'credits', counted.credits)
    from (select day from days where day is not null limit ${limit + 1}) as day
    cross join lateral (
      select min(at) as first_at, max(at) as last_at, count(*) as lookups,
        count(*) filter (where status = 'completed') as completed, sum(credits) as credits
      from usage_call
      where account = ${id} and at >= day.day and at < day.day + interval '24 hours'
    ) as counted`,
};
