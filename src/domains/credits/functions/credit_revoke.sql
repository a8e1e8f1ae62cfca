-- Revokes what is left of a lot, up to p_amount or all of it when null, once for each key. o_shortfall is what was already
-- spent, held, expired or revoked. Expired credits never count as left, whether or not the sweep has booked them. A
-- revocation that took nothing may be retried. o_outcome: revoked | replayed | unknown_lot.
create or replace function credit_revoke(p_account bigint, p_lot bigint, p_amount bigint, p_key uuid, p_reason text)
returns table (o_outcome text, o_revoked bigint, o_shortfall bigint, o_balance bigint)
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
  v_wanted bigint;
begin
  if p_amount <= 0 then raise exception 'invalid amount: %', p_amount using errcode = 'CR005'; end if;
  perform from credit_account where account = p_account for no key update;
  v_now := ledger_now();
  select * into v_lot from credit_lot where id = p_lot and account = p_account;
  if not found then o_outcome := 'unknown_lot'; return next; return; end if;
  v_wanted := coalesce(p_amount, v_lot.granted);

  select amount into o_revoked from credit_ledger
  where account = p_account and op_key = p_key and lot_id = p_lot and kind = 7;
  o_outcome := case when found then 'replayed' else 'revoked' end;
  if o_outcome = 'revoked' then
    o_revoked := case when v_lot.expires_at > v_now then least(v_lot.avail, v_wanted) else 0 end;
    update credit_lot set avail = avail - o_revoked, revoked = revoked + o_revoked,
      closed_at = case when avail + held = o_revoked then coalesce(closed_at, v_now) end
    where id = p_lot;
    insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, reason, at)
    select p_account, p_key, p_lot, 7, o_revoked, credit_available(p_account, v_now), p_reason, v_now where o_revoked > 0;
  end if;
  o_shortfall := greatest(0, v_wanted - o_revoked);
  o_balance := credit_available(p_account, v_now);
  return next;
end $$;
