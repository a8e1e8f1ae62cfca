-- Resumes jobs that a budget had paused and that have something left of it: those of an account, or with null of all. Returns the count.
create or replace function job_wake_in_budget(p_account bigint, p_limit integer) returns integer language plpgsql
set enable_seqscan = off as $$
declare
  v_job job;
  v_woken integer := 0;
begin
  for v_job in
    select * from job
    where paused_because = 'budget' and (p_account is null or account = p_account)
      and coalesce(credit_budget_left(account, key_id, null, ledger_now()), 1) > 0
    order by account, id limit p_limit for no key update
  loop
    v_job.status := 'queued';
    v_job.paused_because := null;
    perform job_line_up(job_settled(v_job, null, null));
    v_woken := v_woken + 1;
  end loop;
  return v_woken;
end $$;
