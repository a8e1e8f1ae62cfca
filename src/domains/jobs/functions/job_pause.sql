-- Pauses a job for its customer, also when it is paused for another reason: then it no longer resumes automatically. Rows in
-- progress are finished. Returns false for a job that has ended.
create or replace function job_pause(p_account bigint, p_job uuid) returns boolean language plpgsql as $$
declare
  v_job job;
begin
  select * into strict v_job from job where account = p_account and id = p_job for no key update;
  if v_job.status not in ('queued', 'running', 'paused') then return false; end if;
  v_job.status := 'queued';
  perform job_settled(v_job, 'customer', null);
  return true;
end $$;
