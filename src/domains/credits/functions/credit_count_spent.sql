-- Counts what these items spent for the budgets of their accounts, keys and jobs, which the caller has locked. The first spend of a
-- new period starts it. Those that pass 80 % or 100 % are announced, once in each period: the event is written with the spend.
create or replace function credit_count_spent(
  p_account bigint[], p_amount bigint[], p_key_id text[], p_job uuid[], p_now timestamptz
) returns void language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_reached record;
begin
  for v_reached in
    with counted as (
      update credit_budget budget
      set spent = paid.credits + paid.before,
        started_at = case when budget.ends_at > p_now then budget.started_at
          else credit_period_start(budget.period, budget.time_zone, p_now) end,
        ends_at = case when budget.ends_at > p_now then budget.ends_at
          else credit_period_start(budget.period, budget.time_zone, p_now, 1) end,
        announced = greatest(paid.announced, credit_budget_reached(paid.credits + paid.before, budget.credits))
      from (
        select own.id, sum(item.amount)::bigint as credits,
          case when own.ends_at > p_now then own.spent else 0 end as before,
          case when own.ends_at > p_now then own.announced else 0 end as announced
        from (
          select account, key_id, job, sum(amount) as amount
          from unnest(p_account, p_amount, p_key_id, p_job) as given (account, amount, key_id, job)
          where amount > 0 group by account, key_id, job
        ) item
        join credit_budget own
          on own.account = item.account and credit_budget_binds(own.scope, own.members, item.key_id, item.job)
        group by own.id
      ) paid
      where budget.id = paid.id
      returning budget.*, paid.announced as before
    )
    select * from counted where announced > before
  loop
    perform credit_announce_budget(v_reached.id, p_now);
  end loop;
end $$;
