-- Takes an account without work out of the line. The row is locked first and the jobs are read after that, so that a job that
-- is created in between is either seen or makes a new row.
create or replace function job_leave_line(p_account bigint, p_lane text) returns void language plpgsql as $$
begin
  perform from job_turn where account = p_account and lane = p_lane for update;
  delete from job_turn
  where account = p_account and lane = p_lane and not exists (
    select from job
    where job.account = p_account and job.status in ('queued', 'running')
      and case p_lane when 'directory' then job.directory_row else job.sources_row end is not null
  );
end $$;
