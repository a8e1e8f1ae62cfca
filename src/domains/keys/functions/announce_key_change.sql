-- Every process caches the keys it has seen. This tells them to drop one, in the transaction that changes it.
create or replace function announce_key_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('key_changed', encode(coalesce(new.hash, old.hash), 'hex'));
  return null;
end $$;

create or replace trigger api_key_changed after update or delete on api_key
  for each row execute function announce_key_change();
