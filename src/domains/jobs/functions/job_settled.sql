-- Writes a job whose counts, rows or limits have changed, with the status that follows: it ends when nothing waits, and pauses
-- when it was stopped or its limit is spent. p_stop: credits | budget | free_answers | key | locked | customer, or null.
create or replace function job_settled(p_job job, p_stop text, p_results interval) returns job language plpgsql as $$
declare
  v_waits boolean := p_job.completed + p_job.not_found + p_job.failed + p_job.cancelled < p_job.profiles;
  v_is_active boolean := p_job.status in ('queued', 'running');
begin
  if not v_waits and p_job.ended_at is null then
    p_job.ended_at := clock_timestamp();
    p_job.results_until := p_job.ended_at + p_results;
    if v_is_active or p_job.status = 'paused' then p_job.status := 'completed'; end if;
    p_job.paused_because := null;
    if p_job.credits_limit is not null then perform credit_set_job_budget(p_job.account, p_job.id, null, 0); end if;
  elsif v_waits and v_is_active then
    p_job.paused_because := case
      when p_stop is not null then p_stop
      when p_job.spent >= p_job.credits_limit
        and not exists (select from job_claim where account = p_job.account and job = p_job.id) then 'limit'
    end;
    if p_job.paused_because is not null then
      p_job.status := 'paused';
      -- The pause doesn't count as slow work.
      p_job.paced_from := null;
      p_job.per_minute := null;
    end if;
  end if;
  update job
  set status = p_job.status, paused_because = p_job.paused_because, failed_because = p_job.failed_because,
    ended_at = p_job.ended_at, results_until = p_job.results_until,
    completed = p_job.completed, not_found = p_job.not_found, failed = p_job.failed, cancelled = p_job.cancelled,
    key_id = p_job.key_id, credits_limit = p_job.credits_limit, spent = p_job.spent, weight = p_job.weight,
    directory_row = p_job.directory_row, sources_row = p_job.sources_row,
    paced_from = p_job.paced_from, paced_done = p_job.paced_done, per_minute = p_job.per_minute
  where account = p_job.account and id = p_job.id;
  return p_job;
end $$;
