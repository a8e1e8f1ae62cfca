-- An account's calls with live keys by day of a time zone, group and reason, from the sums by hour; where a day begins within an hour,
-- from its calls. p_by: cause (a job, or a surface with the key) | key | job | agent (the key for agents, else the surface) | reason.
-- On each day the jobs after the 200 most expensive ones are one: o_job = 'other'.
create or replace function usage_spending(p_account bigint, p_first date, p_last date, p_zone text, p_by text)
returns table (
  o_day text, o_job text, o_opened_from text, o_key_id text, o_reason text, o_requests bigint, o_credits bigint, o_name text,
  o_key_prefix text, o_key_note text
)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  v_start timestamptz := date_trunc('hour', p_first::timestamp at time zone p_zone, 'UTC');
  v_end timestamptz := (p_last + 1)::timestamp at time zone p_zone;
  v_whole timestamptz[] := usage_whole_hours(p_account, v_start, v_end, p_zone);
begin
  return query
  with dated as materialized (
    select sums.*, (sums.hour at time zone p_zone)::date as day,
      (sums.hour at time zone p_zone)::date <> ((sums.hour + interval '59 minutes 59 seconds') at time zone p_zone)::date
        and sums.hour <> all (v_whole) as is_split
    from usage_hour sums
    where sums.account = p_account and sums.hour >= v_start and sums.hour < v_end and not sums.is_test
  ),
  called as (
    select dated.day, dated.job, dated.door, dated.key_id, dated.status, dated.reason, dated.requests, dated.credits
    from dated where not dated.is_split
    union all
    select (one.at at time zone p_zone)::date, coalesce(one.job::text, ''), one.door, coalesce(one.key_id, ''), one.status, one.reason,
      1, one.credits
    from (select distinct dated.hour from dated where dated.is_split) split
    cross join lateral (
      select * from usage_call call
      where call.account = p_account and call.at >= split.hour and call.at < split.hour + interval '1 hour' and not call.is_test
    ) one
  ),
  used as materialized (
    select to_char(called.day, 'YYYY-MM-DD') as day,
      case when p_by in ('cause', 'job') then called.job else '' end as job,
      case when p_by = 'agent' or p_by = 'cause' and called.job = '' then called.door else '' end as opened_from,
      case
        when p_by = 'key' or p_by = 'agent' and called.door = 'mcp' or p_by = 'cause' and called.job = '' and called.door <> 'dashboard'
          then called.key_id
        else ''
      end as key_id,
      case
        when called.reason <> '' then called.reason when called.status = 'not_found' then 'not_found' else 'completed_lookup'
      end as reason,
      sum(called.requests)::bigint as requests, sum(called.credits)::bigint as credits
    from called where called.day between p_first and p_last
    group by 1, 2, 3, 4, 5
  ),
  ranked as (
    select day, job, row_number() over (partition by day order by sum(credits) desc, sum(requests) desc, job) as rank
    from used where job <> '' group by day, job
  ),
  caused as (
    select used.day, case when ranked.rank > 200 then 'other' else used.job end as job, used.opened_from, used.key_id, used.reason,
      sum(used.requests)::bigint as requests, sum(used.credits)::bigint as credits
    from used left join ranked on ranked.day = used.day and ranked.job = used.job
    group by 1, 2, 3, 4, 5
  )
  select caused.day, caused.job, caused.opened_from, caused.key_id, caused.reason, caused.requests, caused.credits, job.name,
    key.prefix, coalesce(nullif(key.name, ''), key.note)
  from caused
  left join job on job.account = p_account and job.id = case when caused.job not in ('', 'other') then caused.job::uuid end
  left join api_key key on key.id = caused.key_id
  order by caused.day desc, caused.credits desc, caused.requests desc, caused.job, caused.opened_from, caused.key_id;
end $$;
