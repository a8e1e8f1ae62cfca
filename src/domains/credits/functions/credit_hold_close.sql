-- Closes a hold: spends p_actual and returns the rest, which expires where its lot has ended. Settling after a lot's end is
-- allowed, because the credits were set aside in time. p_final: settled, released, or lease_over, which rechecks the lease.
-- o_outcome: closed | closed_before | lease_runs | unknown_hold. o_final and o_settled describe the first close.
create or replace function credit_hold_close(p_account bigint, p_hold bigint, p_actual bigint, p_final text)
returns table (o_outcome text, o_final text, o_settled bigint, o_balance bigint)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_nestloop = on
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz;
  v_hold credit_hold;
begin
  if p_actual is null or p_actual < 0 or p_final not in ('settled', 'released', 'lease_over')
    or (p_final <> 'settled' and p_actual <> 0) then
    raise exception 'cannot close a hold with % credits as %', p_actual, p_final using errcode = 'CR005';
  end if;
  perform from credit_account where account = p_account for no key update;
  v_now := ledger_now();
  select * into v_hold from credit_hold where account = p_account and id = p_hold for update;
  if not found then o_outcome := 'unknown_hold'; return next; return; end if;

  if v_hold.status <> 'open' or (p_final = 'lease_over' and v_hold.lease_until > v_now) then
    o_outcome := case when v_hold.status <> 'open' then 'closed_before' else 'lease_runs' end;
    o_final := nullif(v_hold.status, 'open');
    o_settled := v_hold.settled;
    o_balance := credit_available(p_account, v_now);
    return next;
    return;
  end if;
  if p_actual > v_hold.amount then
    raise exception 'hold % has % credits, not %', p_hold, v_hold.amount, p_actual using errcode = 'CR001';
  end if;

  update credit_lot lot set
    held = lot.held - part.held,
    spent = lot.spent + part.used,
    avail = lot.avail + case when part.is_live then part.rest else 0 end,
    expired = lot.expired + case when part.is_live then 0 else part.rest end,
    closed_at = case when lot.avail + lot.held - part.held + case when part.is_live then part.rest else 0 end = 0 then v_now end
  from credit_hold_outcome(p_account, p_hold, p_actual, v_now) part
  where lot.id = part.lot_id;
  o_balance := credit_available(p_account, v_now);
  insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, hold_id, at)
  select p_account, v_hold.op_key, part.lot_id, movement.kind, movement.amount, o_balance, p_hold, v_now
  from credit_hold_outcome(p_account, p_hold, p_actual, v_now) part
  cross join lateral (
    values (4, part.used), (5, part.rest), (6, case when part.is_live then 0 else part.rest end)
  ) as movement (kind, amount)
  where movement.amount > 0
  order by part.lot_id, movement.kind;
  update credit_hold set status = p_final, settled = p_actual, closed_at = v_now where account = p_account and id = p_hold;
  -- Budgets get the rest back, in the period in which they counted it. They count no frozen lots.
  if p_actual < v_hold.amount and v_hold.lease_until < 'infinity' then
    update credit_budget set spent = greatest(spent - (v_hold.amount - p_actual), 0)
    where account = p_account and credit_budget_binds(scope, members, v_hold.key_id, v_hold.job)
      and v_hold.created_at >= started_at and v_hold.created_at < ends_at;
  end if;
  o_outcome := 'closed';
  o_final := p_final;
  o_settled := p_actual;
  return next;
end $$;
