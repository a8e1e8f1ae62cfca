-- Holds what is left of one lot, at most p_amount, until the hold is released. Returns null when nothing is left.
create or replace function credit_freeze(p_account bigint, p_lot bigint, p_amount bigint, p_key uuid) returns bigint
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  v_now timestamptz;
  v_left bigint;
  v_hold bigint;
begin
  perform from credit_account where account = p_account for no key update;
  v_now := ledger_now();
  select least(avail, p_amount) into v_left from credit_lot where id = p_lot and account = p_account and expires_at > v_now and avail > 0;
  if not found then return null; end if;
  insert into credit_hold (account, op_key, amount, lease_until, created_at)
  values (p_account, p_key, v_left, 'infinity', v_now)
  returning id into v_hold;
  insert into credit_hold_part (account, hold_id, lot_id, amount) values (p_account, v_hold, p_lot, v_left);
  update credit_lot set avail = avail - v_left, held = held + v_left where id = p_lot;
  insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, hold_id, at)
  values (p_account, p_key, p_lot, 3, v_left, credit_available(p_account, v_now), v_hold, v_now);
  return v_hold;
end $$;
