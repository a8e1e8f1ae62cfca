-- Grants a lot, once for each (source, source_ref). A repeat returns the first lot. A lot may already be past its expiry;
-- the sweep books it as expired like any other.
create or replace function credit_grant(
  p_account bigint, p_source text, p_source_ref text, p_amount bigint, p_expires_at timestamptz, p_reason text,
  p_key uuid, p_granted_by text default ''
) returns table (o_lot bigint, o_is_new boolean, o_balance bigint)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_nestloop = on
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz;
  v_lot credit_lot;
begin
  perform from credit_account where account = p_account for no key update;
  if not found then raise exception 'account % does not exist', p_account using errcode = 'CR004'; end if;
  if exists (select from account where id = p_account and closed_at is not null) then
    raise exception 'account % is closed', p_account using errcode = 'CR004';
  end if;
  v_now := ledger_now();
  insert into credit_lot (account, source, source_ref, reason, granted_by, granted, avail, expires_at, created_at)
  values (p_account, p_source, p_source_ref, p_reason, p_granted_by, p_amount, p_amount, p_expires_at, v_now)
  on conflict (source, source_ref) do nothing
  returning * into v_lot;
  o_is_new := found;
  if not o_is_new then
    select * into strict v_lot from credit_lot where source = p_source and source_ref = p_source_ref;
    if v_lot.account <> p_account or v_lot.granted <> p_amount then
      raise exception 'lot % % was already granted on other terms', p_source, p_source_ref using errcode = 'CR002';
    end if;
  end if;
  o_lot := v_lot.id;
  o_balance := credit_available(p_account, v_now);
  if o_is_new then
    insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at)
    values (p_account, p_key, o_lot, 1, p_amount, o_balance, v_now);
  end if;
  return next;
end $$;
