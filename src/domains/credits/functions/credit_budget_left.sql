-- Credits that the budgets of an account, a key and a job leave at p_now. Null without a budget.
create or replace function credit_budget_left(p_account bigint, p_key_id text, p_job uuid, p_now timestamptz)
returns bigint language sql stable as $$
  select min(credits - case when ends_at > p_now then spent else 0 end) from credit_budget
  where account = p_account and credit_budget_binds(scope, members, p_key_id, p_job)
$$;
