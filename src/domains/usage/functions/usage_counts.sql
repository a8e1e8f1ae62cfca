-- Counts an account's calls of a window: in all, by status, by kind and by UTC day. The sums of the full hours from p_hours_start
-- to p_hours_end are read, and single events before and after them. An empty text, or null, is no filter.
-- o_part: all | status | kind | day
create or replace function usage_counts(
  p_account bigint, p_status text, p_kind text, p_is_test boolean, p_opened_from text, p_key_id text,
  p_start timestamptz, p_hours_start timestamptz, p_hours_end timestamptz, p_end timestamptz
)
returns table (o_part text, o_name text, requests bigint, completed bigint, not_found bigint, credits bigint)
language plpgsql stable
-- Planning takes longer than reading, and statistics can't make any other index better.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
begin
  return query
    select
      case
        when grouping(status) = 0 then 'status'
        when grouping(kind) = 0 then 'kind'
        when grouping(day) = 0 then 'day'
        else 'all'
      end as part,
      coalesce(status, kind, day) as name,
      coalesce(sum(requests), 0)::bigint,
      coalesce(sum(requests) filter (where status_of_call = 'completed'), 0)::bigint,
      coalesce(sum(requests) filter (where status_of_call = 'not_found'), 0)::bigint,
      coalesce(sum(credits), 0)::bigint
    from (
      select status, status as status_of_call, kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, requests, credits
      from (
        select hour as at, kind, status, requests, credits
        from usage_hour
        where account = p_account and hour >= p_hours_start and hour < p_hours_end
          and (p_status = '' or status = p_status) and (p_kind = '' or kind = p_kind)
          and (p_is_test is null or is_test = p_is_test)
          and (p_opened_from = '' or door = p_opened_from) and (p_key_id = '' or key_id = p_key_id)
        union all
        select at, kind, status, 1::bigint, credits
        from usage_call
        where account = p_account and at >= p_start and at < p_hours_start
          and (p_status = '' or status = p_status) and (p_kind = '' or kind = p_kind)
          and (p_is_test is null or is_test = p_is_test)
          and (p_opened_from = '' or door = p_opened_from) and (p_key_id = '' or key_id = p_key_id)
        union all
        select at, kind, status, 1::bigint, credits
        from usage_call
        where account = p_account and at >= p_hours_end and at < p_end
          and (p_status = '' or status = p_status) and (p_kind = '' or kind = p_kind)
          and (p_is_test is null or is_test = p_is_test)
          and (p_opened_from = '' or door = p_opened_from) and (p_key_id = '' or key_id = p_key_id)
      ) call
    ) dated
    group by grouping sets ((), (status), (kind), (day))
    order by part, name;
end $$;
