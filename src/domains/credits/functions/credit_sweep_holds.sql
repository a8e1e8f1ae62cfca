-- Frees up to p_limit holds whose lease is over and returns the count. Skips busy accounts until the next run.
create or replace function credit_sweep_holds(p_limit integer) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_nestloop = on
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger_now();
  v_accounts bigint[];
  v_holds bigint[];
  v_locked bigint[];
begin
  select array_agg(due.account), array_agg(due.id) into v_accounts, v_holds
  from (
    select account, id from credit_hold where status = 'open' and lease_until <= v_now order by lease_until limit p_limit
  ) due;
  v_locked := credit_lock(v_accounts, false);
  return (
    select count(*)
    from unnest(v_accounts, v_holds) as due (account, id)
    cross join lateral credit_hold_close(due.account, due.id, 0, 'lease_over') closed
    where due.account = any (v_locked) and closed.o_outcome = 'closed'
  );
end $$;
