-- Writes the event of a budget that has passed 80 % or 100 %. The account is locked.
create or replace function credit_announce_budget(p_budget text, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_budget credit_budget;
begin
  select * into strict v_budget from credit_budget where id = p_budget;
  perform webhook_emit(v_budget.account, 'budget.reached', v_budget.id,
    json_build_object('budget_id', v_budget.id, 'scope', v_budget.scope,
      'key_id', case v_budget.scope when 'key' then v_budget.members[cardinality(v_budget.members)] end,
      'job_id', case v_budget.scope when 'job' then 'job_' || replace(v_budget.members[1], '-', '') end,
      'period', v_budget.period, 'credits', v_budget.credits, 'spent', v_budget.spent, 'percent', v_budget.announced,
      'starts_again_at', case when v_budget.ends_at < 'infinity'
        then to_char(v_budget.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end),
    p_now);
end $$;
