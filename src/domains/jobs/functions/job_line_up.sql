-- Puts the account's jobs in line for the lanes in which this job has work, and wakes the workers. An account that wasn't in
-- line begins where the others are, so that it doesn't catch up for idle time; one with priority begins before them.
create or replace function job_line_up(p_job job) returns void language plpgsql as $$
declare
  v_lane text;
begin
  if p_job.status not in ('queued', 'running') then return; end if;
  foreach v_lane in array array['directory', 'sources'] loop
    continue when v_lane = 'directory' and p_job.directory_row is null;
    continue when v_lane = 'sources' and p_job.sources_row is null;
    insert into job_turn as turn (account, lane, pass)
    select p_job.account, v_lane,
      job_pass_after_wait(p_job.account, v_lane, 0, now())
        - case when p_job.weight > 1 then 1 else 0 end
    -- Locks the row, so that a worker that finds nothing to do can't delete it.
    on conflict (account, lane) do update
    set ready_at = '-infinity', pass = job_pass_after_wait(turn.account, turn.lane, turn.pass, turn.ready_at);
  end loop;
  perform pg_notify('job_work', '');
end $$;
