-- A lock on a handle stops its account, so caches of what belongs to an account hear when it claims or loses one.
create or replace function announce_handle_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changed', account::text) from (values (old.account), (new.account)) as changed (account)
  where account is not null;
  return null;
end $$;

create or replace trigger handle_changed after insert or update or delete on identity_handle
  for each row execute function announce_handle_change();
