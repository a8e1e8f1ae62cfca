-- Refunds everything spent under a key, through spends and settles, once. Any later refund returns the first result. Credits
-- go back into their lot. If the lot has ended, they become a new lot with the time they had left, at least a day.
-- o_outcome: refunded | replayed | unknown_spend.
create or replace function credit_refund(p_account bigint, p_spend_key uuid, p_key uuid, p_reason text)
returns table (o_outcome text, o_refunded bigint, o_balance bigint)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_nestloop = on
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz;
  v_spend record;
begin
  perform from credit_account where account = p_account for no key update;
  v_now := ledger_now();
  select sum(amount) into o_refunded from credit_ledger where account = p_account and reverses = p_spend_key;
  o_outcome := 'replayed';
  if o_refunded is null then
    update credit_lot lot set spent = lot.spent - spend.amount, avail = lot.avail + spend.amount, closed_at = null
    from credit_spent_by(p_account, p_spend_key) spend
    where lot.id = spend.lot_id and lot.expires_at > v_now;
    insert into credit_lot (account, source, source_ref, reason, granted, avail, expires_at, created_at)
    select p_account, 'refund', p_spend_key || '/' || lot.id, p_reason, spend.amount, spend.amount,
      v_now + greatest(lot.expires_at - spend.at, interval '1 day'), v_now
    from credit_spent_by(p_account, p_spend_key) spend join credit_lot lot on lot.id = spend.lot_id
    where lot.expires_at <= v_now
    order by lot.id;
    o_balance := credit_available(p_account, v_now);
    with written as (
      insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, reverses, reason, at)
      select p_account, p_key, target.id, target.kind, spend.amount, o_balance, p_spend_key, p_reason, v_now
      from credit_spent_by(p_account, p_spend_key) spend
      join credit_lot lot on lot.id = spend.lot_id
      cross join lateral (
        select lot.id, 8 as kind where lot.expires_at > v_now
        union all
        select fresh.id, 1 from credit_lot fresh
        where fresh.source = 'refund' and fresh.source_ref = p_spend_key || '/' || lot.id and lot.expires_at <= v_now
      ) target
      order by target.id
      returning amount
    )
    select sum(amount) into o_refunded from written;
    o_outcome := case when o_refunded is null then 'unknown_spend' else 'refunded' end;
  end if;
  o_balance := credit_available(p_account, v_now);
  return next;
end $$;
