-- Extends an open hold's lease to at least p_lease from now. Returns false when the hold is closed. Locks only the hold; a
-- close rechecks the lease after it has locked the hold too.
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
