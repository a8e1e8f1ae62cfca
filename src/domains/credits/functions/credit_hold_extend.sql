-- Lets an open hold run until p_lease from now, or longer if it did; false when it is closed. It locks the hold alone: a
-- close looks at the lease again after it has locked it too.
create or replace function credit_hold_extend(p_account bigint, p_hold bigint, p_lease interval) returns boolean
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_nestloop = on
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  perform from credit_hold where account = p_account and id = p_hold and status = 'open' for update;
  if not found then return false; end if;
  update credit_hold set lease_until = greatest(lease_until, ledger_now() + p_lease)
  where account = p_account and id = p_hold;
  return true;
end $$;
