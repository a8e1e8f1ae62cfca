-- An account's calls of a window, newest first, with the instant as in JSON. An empty text, or null, is no filter. Goes from hour to
-- hour by their sums: hours without a match, and those before the offset, aren't read.
create or replace function usage_events(
  p_account bigint, p_status text, p_kind text, p_is_test boolean, p_opened_from text, p_key_id text,
  p_start timestamptz, p_end timestamptz, p_limit integer, p_offset integer
)
returns table (
  id text, at text, kind text, status text, credits bigint, reason text, network text, client_reference text,
  key_id text, mode text, opened_from text
)
language plpgsql stable
-- Planning takes longer than reading. By the index the newest come first, so no more than the page is read.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  v_hour timestamptz;
  v_matches bigint;
  v_from timestamptz;
  v_until timestamptz;
  v_skip bigint := p_offset;
  v_left bigint := p_limit;
  v_read bigint;
begin
  for v_hour, v_matches in
    select hour, sum(requests) from usage_hour
    where account = p_account and hour >= date_trunc('hour', p_start, 'UTC') and hour < p_end
      and (p_status = '' or status = p_status) and (p_kind = '' or kind = p_kind)
      and (p_is_test is null or is_test = p_is_test)
      and (p_opened_from = '' or door = p_opened_from) and (p_key_id = '' or key_id = p_key_id)
    group by hour order by hour desc
  loop
    v_from := greatest(v_hour, p_start);
    v_until := least(v_hour + interval '1 hour', p_end);
    if v_until - v_from < interval '1 hour' then
      select count(*) into v_matches from usage_call
      where account = p_account and at >= v_from and at < v_until
        and (p_status = '' or status = p_status) and (p_kind = '' or kind = p_kind)
        and (p_is_test is null or is_test = p_is_test)
        and (p_opened_from = '' or door = p_opened_from) and (p_key_id = '' or key_id = p_key_id);
    end if;
    if v_skip >= v_matches then
      v_skip := v_skip - v_matches;
      continue;
    end if;
    return query
      select 'lkp_' || replace(op_key::text, '-', ''),
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), kind, status, credits, reason, network, client_reference,
        key_id, case when is_test then 'test' else 'live' end, door
      from (
        select *
        from usage_call
        where account = p_account and at >= v_from and at < v_until
          and (p_status = '' or status = p_status) and (p_kind = '' or kind = p_kind)
          and (p_is_test is null or is_test = p_is_test)
          and (p_opened_from = '' or door = p_opened_from) and (p_key_id = '' or key_id = p_key_id)
        order by at desc
        fetch first (v_skip + v_left) rows with ties
      ) newest
      order by newest.at desc, op_key desc
      limit v_left offset v_skip;
    get diagnostics v_read = row_count;
    v_left := v_left - v_read;
    v_skip := 0;
    exit when v_left = 0;
  end loop;
end $$;
