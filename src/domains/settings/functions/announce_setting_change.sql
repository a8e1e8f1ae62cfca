create or replace function announce_setting_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('settings_changed', new.version::text);
  return null;
end $$;

create or replace trigger setting_changed after insert on setting_version
  for each row execute function announce_setting_change();
