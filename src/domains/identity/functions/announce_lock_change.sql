-- Every process caches the locks in force. This tells them to reload.
create or replace function announce_lock_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('lock_changed', '');
  return null;
end $$;

create or replace trigger lock_changed after insert or update or delete on identity_lock
  for each statement execute function announce_lock_change();
