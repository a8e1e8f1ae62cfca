-- Cancels a job, or fails it for a reason. Items that no worker has claimed are cancelled at once; the others are finished.
-- Returns false for a job that has ended.
create or replace function job_end_early(p_account bigint, p_job uuid, p_because text, p_results interval) returns boolean
language plpgsql
set enable_seqscan = off as $$
declare
  v_job job;
  v_cancelled integer;
begin
  select * into strict v_job from job where account = p_account and id = p_job for no key update;
  if v_job.status not in ('queued', 'running', 'paused') then return false; end if;
  update job_item item set status = 'cancelled'
  where item.account = p_account and item.job = p_job and item.status in ('waiting', 'asking') and not exists (
    select from job_claim claim
    where claim.account = p_account and claim.job = p_job and item.row between claim.from_row and claim.to_row
  );
  get diagnostics v_cancelled = row_count;
  v_job.status := case when p_because is null then 'cancelled' else 'failed' end;
  v_job.failed_because := p_because;
  v_job.paused_because := null;
  v_job.cancelled := v_job.cancelled + v_cancelled;
  v_job.per_minute := null;
  perform job_settled(v_job, null, p_results);
  return true;
end $$;
