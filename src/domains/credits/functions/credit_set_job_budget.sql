-- Sets what a job may spend in all, or lifts it with null. p_spent: what it has spent, if it had no limit until now.
create or replace function credit_set_job_budget(p_account bigint, p_job uuid, p_credits bigint, p_spent bigint) returns void
language plpgsql as $$
begin
  if p_credits is null then
    delete from credit_budget where account = p_account and scope = 'job' and members[1] = p_job::text;
    return;
  end if;
  insert into credit_budget (id, account, scope, members, credits, spent)
  values ('bud_' || replace(p_job::text, '-', ''), p_account, 'job', array[p_job::text], p_credits, p_spent)
  on conflict (id) do update set credits = excluded.credits,
    announced = least(credit_budget.announced, credit_budget_reached(credit_budget.spent, excluded.credits));
end $$;
