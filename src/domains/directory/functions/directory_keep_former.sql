-- Keeps a document as it was before it changes or goes: answers of the last 24 hours may have told it. The row's lock makes this the
-- only writer of its former versions. Notes the change where an endpoint wants `contact.changed`.
create or replace function directory_keep_former() returns trigger language plpgsql as $$
begin
  insert into directory_former (profile_hash, version, contacts)
    values (old.profile_hash, old.version, coalesce(old.checked, old.contacts));
  if exists (select from webhook_accounts_for('contact.changed')) then
    insert into directory_change (profile_hash, version) values (old.profile_hash, old.version);
  end if;
  return null;
end $$;

create or replace trigger directory_profile_keeps_former after update on directory_profile
  for each row when (old.version <> new.version) execute function directory_keep_former();

create or replace trigger directory_profile_keeps_removed after delete on directory_profile
  for each row execute function directory_keep_former();
