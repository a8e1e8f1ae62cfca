-- Resumes jobs that ran out of credits as soon as their account has some: after a grant, a refund or a freed hold. Runs in the
-- transaction that adds the credits, which has the account locked, as has the one that pauses a job.
create or replace function job_wake_short() returns trigger language plpgsql as $$
declare
  v_job job;
begin
  for v_job in
    select * from job where account = new.account and paused_because = 'credits' order by account, id for no key update
  loop
    v_job.status := 'queued';
    v_job.paused_because := null;
    perform job_line_up(job_settled(v_job, null, null));
  end loop;
  return null;
end $$;

create or replace trigger job_wake_on_lot after insert on credit_lot
  for each row execute function job_wake_short();
create or replace trigger job_wake_on_credits after update of avail on credit_lot
  for each row when (new.avail > old.avail) execute function job_wake_short();
