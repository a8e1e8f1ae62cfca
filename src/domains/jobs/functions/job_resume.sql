-- Puts a paused job back in line, to continue with the key p_key. With p_sets_limit, p_limit is its new limit; null lifts it.
-- Returns false for a job that isn't paused.
create or replace function job_resume(
  p_account bigint, p_job uuid, p_sets_limit boolean, p_limit bigint, p_weight smallint, p_key text
) returns boolean language plpgsql as $$
declare
  v_job job;
begin
  select * into strict v_job from job where account = p_account and id = p_job for no key update;
  if v_job.status <> 'paused' then return false; end if;
  v_job.status := 'queued';
  v_job.paused_because := null;
  v_job.weight := p_weight;
  v_job.key_id := p_key;
  if p_sets_limit then v_job.credits_limit := p_limit; end if;
  perform job_line_up(job_settled(v_job, null, null));
  return true;
end $$;
