-- Opens a hold, once for each key. credit_sweep_holds frees it after p_lease if nobody closed it.
-- o_outcome: held | replayed | other_amount | insufficient | budget_reached | unknown_account. o_state is the hold's current state.
-- It counts for the budgets of the account, the key and the job from now on.
create or replace function credit_hold_open(
  p_account bigint, p_amount bigint, p_key uuid, p_lease interval, p_key_id text default null, p_job uuid default null
)
returns table (o_outcome text, o_hold bigint, o_state text, o_balance bigint)
language plpgsql
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
  if p_amount is null or p_amount <= 0 then raise exception 'invalid amount: %', p_amount using errcode = 'CR005'; end if;
  perform from credit_account where account = p_account for no key update;
  if not found then o_outcome := 'unknown_account'; return next; return; end if;
  v_now := ledger_now();
  o_balance := credit_available(p_account, v_now);

  select id, status, amount into o_hold, o_state, v_earlier from credit_hold where account = p_account and op_key = p_key;
  if not found then
    -- Holds are deleted some time after they end. The ledger still has their movements.
    select min(hold_id), sum(amount) filter (where kind = 3), case when bool_or(kind = 4) then 'settled' else 'released' end
    into o_hold, v_earlier, o_state
    from credit_ledger where account = p_account and op_key = p_key and hold_id is not null;
  end if;
  if o_hold is not null then
    o_outcome := case when v_earlier = p_amount then 'replayed' else 'other_amount' end;
    return next;
    return;
  end if;
  if credit_budget_left(p_account, p_key_id, p_job, v_now) < p_amount then o_outcome := 'budget_reached'; return next; return; end if;
  if o_balance < p_amount then o_outcome := 'insufficient'; return next; return; end if;

  insert into credit_hold (account, op_key, amount, lease_until, created_at, key_id, job)
  values (p_account, p_key, p_amount, v_now + p_lease, v_now, p_key_id, p_job)
  returning id, status into o_hold, o_state;
  with draw as materialized (select * from credit_draw(p_account, p_amount, v_now)),
  moved as (
    update credit_lot lot set avail = lot.avail - draw.taken, held = lot.held + draw.taken
    from draw where lot.id = draw.lot_id
  ),
  parts as (
    insert into credit_hold_part (account, hold_id, lot_id, amount)
    select p_account, o_hold, draw.lot_id, draw.taken from draw
  )
  insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, hold_id, at)
  select p_account, p_key, draw.lot_id, 3, draw.taken, draw.balance, o_hold, v_now from draw order by draw.lot_id;
  perform credit_count_spent(array[p_account], array[p_amount], array[p_key_id], array[p_job], v_now);
  o_outcome := 'held';
  o_balance := o_balance - p_amount;
  return next;
end $$;
