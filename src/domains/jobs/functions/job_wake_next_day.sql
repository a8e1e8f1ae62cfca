-- Puts jobs back in line that were paused on an earlier day (UTC) because their accounts had used their free answers. Returns the count.
create or replace function job_wake_next_day(p_limit integer) returns integer language plpgsql
set enable_seqscan = off as $$
declare
  v_job job;
  v_woken integer := 0;
  v_today constant timestamptz := date_trunc('day', ledger_now(), 'UTC');
begin
  for v_job in
    select * from job
    where paused_because = 'free_answers' and claimed_at < v_today
    order by claimed_at limit p_limit for no key update skip locked
  loop
    v_job.status := 'queued';
    v_job.paused_because := null;
    perform job_line_up(job_settled(v_job, null, null));
    v_woken := v_woken + 1;
  end loop;
  return v_woken;
end $$;
