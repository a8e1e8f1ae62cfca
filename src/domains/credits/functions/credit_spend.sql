-- Spends once for each key. Waits up to 2 seconds for the account, then raises 55P03. An amount of 0 only reads the balance.
-- o_outcome: spent | insufficient | replayed | other_amount | unknown_account. For replayed and other_amount, o_balance is
-- the balance the first spend left.
create or replace function credit_spend(p_account bigint, p_amount bigint, p_key uuid)
returns table (o_outcome text, o_balance bigint)
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
  if p_amount is null or p_amount < 0 then raise exception 'invalid amount: %', p_amount using errcode = 'CR005'; end if;
  if p_amount > 0 then
    perform from credit_account where account = p_account for no key update;
    if not found then return query select 'unknown_account', null::bigint; return; end if;
  end if;
  v_now := ledger_now();
  if p_amount = 0 then return query select 'spent', credit_available(p_account, v_now); return; end if;

  select sum(amount), min(balance_after) into v_earlier, o_balance
  from credit_ledger where account = p_account and op_key = p_key and kind = 2;
  if v_earlier is not null then
    o_outcome := case when v_earlier = p_amount then 'replayed' else 'other_amount' end;
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
    insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at)
    select p_account, p_key, draw.lot_id, 2, draw.taken, draw.balance, v_now from draw order by draw.lot_id
  )
  select min(draw.balance) into o_balance from draw;
  o_outcome := case when o_balance is null then 'insufficient' else 'spent' end;
  if o_outcome = 'insufficient' then o_balance := credit_available(p_account, v_now); end if;
  return next;
end $$;
