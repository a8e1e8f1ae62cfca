-- Runs in a cell, for profiles that change by replication. Notes the change where an endpoint of this cell wants `contact.changed`. The
-- former document arrives as well.
create or replace function directory_change_arrives() returns trigger language plpgsql set search_path from current as $$
begin
  if exists (select from webhook_accounts_for('contact.changed')) then
    insert into directory_change (profile_hash, version) values (old.profile_hash, old.version) on conflict do nothing;
  end if;
  return null;
end $$;

create or replace trigger directory_profile_change_arrives after update on directory_profile
  for each row when (old.version <> new.version) execute function directory_change_arrives();
alter table directory_profile enable replica trigger directory_profile_change_arrives;
create or replace trigger directory_profile_removal_arrives after delete on directory_profile
  for each row execute function directory_change_arrives();
alter table directory_profile enable replica trigger directory_profile_removal_arrives;
