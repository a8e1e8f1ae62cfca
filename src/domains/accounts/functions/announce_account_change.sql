-- Every process caches keys with their accounts, and who has which name. A new account also changes who has a name.
create or replace function announce_account_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changed', new.id::text);
  return null;
end $$;

create or replace trigger account_changed after insert or update on account
  for each row execute function announce_account_change();
