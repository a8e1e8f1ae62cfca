-- Resumes jobs as soon as the budget that paused them is raised or removed. That has the account locked, as has the one that pauses a job.
create or replace function job_wake_on_budget() returns trigger language plpgsql as $$
begin
  perform job_wake_in_budget(old.account, null);
  return null;
end $$;

create or replace trigger job_wake_on_raised_budget after update on credit_budget
  for each row when (new.credits > old.credits) execute function job_wake_on_budget();
create or replace trigger job_wake_on_removed_budget after delete on credit_budget
  for each row execute function job_wake_on_budget();
