-- Locks accounts in id order and returns the ones it locked. Without p_wait it skips accounts that are locked elsewhere;
-- with it, it waits for them and skips them only after 2 seconds.
create or replace function credit_lock(p_accounts bigint[], p_wait boolean) returns bigint[]
language plpgsql
set lock_timeout = '2s'
set plan_cache_mode = force_generic_plan
set enable_nestloop = on
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  if p_wait then
    begin
      return array(select account from credit_account where account = any (p_accounts) order by account for no key update);
    exception when lock_not_available then
      null;
    end;
  end if;
  return array(select account from credit_account where account = any (p_accounts) order by account for no key update skip locked);
end $$;
