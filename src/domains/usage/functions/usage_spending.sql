-- An account's calls with live keys by UTC day, cause and reason, from the sums by hour. A cause is a job, or a surface with the key.
-- On each day the jobs after the 200 most expensive ones are one: o_job = 'other'.
create or replace function usage_spending(p_account bigint, p_start timestamptz, p_end timestamptz)
returns table (
  o_day text, o_job text, o_opened_from text, o_key_id text, o_reason text, o_requests bigint, o_credits bigint, o_name text,
  o_key_prefix text, o_key_note text
)
language plpgsql stable
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return query
  with used as materialized (
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, job, case when job = '' then door else '' end as opened_from,
      case when job = '' and door <> 'dashboard' then key_id else '' end as key_id,
      case when reason <> '' then reason when status = 'not_found' then 'not_found' else 'completed_lookup' end as reason,
      sum(requests)::bigint as requests, sum(credits)::bigint as credits
    from usage_hour
    where account = p_account and hour >= p_start and hour < p_end and not is_test
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
