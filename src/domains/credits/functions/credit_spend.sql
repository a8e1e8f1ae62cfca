-- Spends once for each key. Waits for the account, 2 seconds at most: then 55P03.
-- An amount of 0 writes nothing and tells the balance.
create or replace function credit_spend(p_account bigint, p_amount bigint, p_key uuid)
returns table (o_status smallint, o_balance bigint)
language plpgsql
set lock_timeout = '2s'
set plan_cache_mode = force_generic_plan
set enable_nestloop = on
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz;
  v_earlier bigint;
begin
  if p_amount is null or p_amount < 0 then raise exception 'an amount of %', p_amount using errcode = 'CR005'; end if;
  if p_amount > 0 then
    perform from credit_account where id = p_account for no key update;
    if not found then return query select 4::smallint, null::bigint; return; end if;
  end if;
  v_now := ledger_now();
  if p_amount = 0 then return query select 0::smallint, credit_available(p_account, v_now); return; end if;

  select sum(amount), min(balance_after) into v_earlier, o_balance
  from credit_ledger where account_id = p_account and op_key = p_key and kind = 2;
  if v_earlier is not null then
    o_status := case when v_earlier = p_amount then 2 else 5 end;
    return next;
    return;
  end if;

  with draw as materialized (select * from credit_draw(p_account, p_amount, v_now)),
  burned as (
    update credit_lot lot set avail = lot.avail - draw.taken, spent = lot.spent + draw.taken,
      closed_at = case when lot.avail + lot.held = draw.taken then v_now end
    from draw where lot.id = draw.lot_id
  ),
  written as (
    insert into credit_ledger (account_id, op_key, lot_id, kind, amount, balance_after, at)
    select p_account, p_key, draw.lot_id, 2, draw.taken, draw.balance, v_now from draw order by draw.lot_id
  )
  select min(draw.balance) into o_balance from draw;
  o_status := case when o_balance is null then 1 else 0 end;
  if o_status = 1 then o_balance := credit_available(p_account, v_now); end if;
  return next;
end $$;
