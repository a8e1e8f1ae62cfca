-- The job with its pace: profiles per minute, measured over at least five seconds.
create or replace function job_paced(p_job job, p_done integer) returns job language plpgsql as $$
declare
  v_now timestamptz := clock_timestamp();
  v_seconds double precision := extract(epoch from v_now - coalesce(p_job.paced_from, p_job.started_at));
begin
  p_job.paced_done := p_job.paced_done + p_done;
  if v_seconds >= 5 or (p_job.per_minute is null and v_seconds > 0) then
    p_job.per_minute := least(round(p_job.paced_done * 60 / v_seconds), 1000000);
  end if;
  if v_seconds >= 5 then
    p_job.paced_from := v_now;
    p_job.paced_done := 0;
  end if;
  return p_job;
end $$;
