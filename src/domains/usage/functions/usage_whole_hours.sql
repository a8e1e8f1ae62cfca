-- The hours of an account in which a day of the time zone begins, other than at their start, and that have too many calls to read
-- one by one. All their calls count on the day in which the hour begins. No zone has more than one such hour a day.
create or replace function usage_whole_hours(p_account bigint, p_start timestamptz, p_end timestamptz, p_zone text)
returns timestamptz[] language sql stable
set enable_seqscan = off
as $$
  select coalesce(array_agg(busy.hour), '{}') from (
    select hour from usage_hour
    where account = p_account and hour >= date_trunc('hour', p_start, 'UTC') and hour < p_end
      and (hour at time zone p_zone)::date <> ((hour + interval '59 minutes 59 seconds') at time zone p_zone)::date
    group by hour having sum(requests) > 1000
  ) busy
$$;
