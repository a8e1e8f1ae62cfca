-- The newest p_read calls of an account with live keys within days of a time zone, by day, sources of their values, and reason. Calls
-- without a value, or whose sources aren't kept, have no sources. The days are those of usage_spending().
create or replace function usage_sources(p_account bigint, p_first date, p_last date, p_zone text, p_read integer)
returns table (o_day text, o_sources text[], o_reason text, o_requests bigint, o_credits bigint)
language plpgsql stable
-- By the index the newest come first, so no more than p_read are read.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  v_start timestamptz := date_trunc('hour', p_first::timestamp at time zone p_zone, 'UTC');
  v_end timestamptz := date_trunc('hour', ((p_last + 1)::timestamp at time zone p_zone) + interval '1 hour - 1 microsecond', 'UTC');
  v_whole timestamptz[] := usage_whole_hours(p_account, v_start, v_end, p_zone);
begin
  return query
  with call as materialized (
    select one.op_key, one.status, one.reason, one.credits,
      (case when date_trunc('hour', one.at, 'UTC') = any (v_whole) then date_trunc('hour', one.at, 'UTC') else one.at end
        at time zone p_zone)::date as day
    from usage_call one
    where one.account = p_account and one.at >= v_start and one.at < v_end and not one.is_test
    order by one.at desc limit p_read
  ),
  seen as materialized (
    select * from lookup_sources_among(p_account, array(select call.op_key from call where call.status = 'completed'))
  )
  select to_char(call.day, 'YYYY-MM-DD'), coalesce(seen.o_sources, '{}'), call.reason, count(*), sum(call.credits)::bigint
  from call left join seen on seen.o_op = call.op_key
  where call.day between p_first and p_last
  group by 1, 2, 3;
end $$;
