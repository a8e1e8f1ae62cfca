-- Accounts with an enabled endpoint that wants events of this type.
create or replace function webhook_accounts_for(p_type text) returns table (account bigint)
language sql stable as $$
  select distinct account from webhook_endpoint where enabled and (events = '{}' or p_type = any (events))
$$;
