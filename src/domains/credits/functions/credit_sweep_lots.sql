-- Books expired credits for up to p_limit lots and returns the count. Not urgent: expired lots can't be spent anyway. The
-- key combines the lot and what had expired before, so that no sweep books the same credits twice.
create or replace function credit_sweep_lots(p_limit integer) returns integer
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_nestloop = on
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger_now();
  v_locked bigint[];
  v_swept integer;
begin
  v_locked := credit_lock(array(
    select due.account
    from (
      select account from credit_lot
      where closed_at is null and expires_at < 'infinity' and expires_at <= v_now and avail > 0
      order by expires_at limit p_limit
    ) due
  ), false);
  v_now := ledger_now();
  with due as materialized (
    select id, account, avail, held, expired from credit_lot
    where account = any (v_locked) and closed_at is null and expires_at <= v_now and avail > 0
  ),
  moved as (
    update credit_lot lot set avail = 0, expired = lot.expired + due.avail, closed_at = case when due.held = 0 then v_now end
    from due where lot.id = due.id
  )
  insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at)
  select due.account, md5('expire ' || due.id || ' ' || due.expired)::uuid, due.id, 6, due.avail,
    credit_available(due.account, v_now), v_now
  from due order by due.account, due.id;
  get diagnostics v_swept = row_count;
  return v_swept;
end $$;
