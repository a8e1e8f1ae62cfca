-- Tells every process that a row has changed, in the transaction that changes it: docs/decisions/changes-in-memory.md.
-- Arguments: the channel, and the column to send, before and after the change. Without a column the processes read everything again.
create or replace function announce_change() returns trigger language plpgsql set bytea_output = 'hex' as $$
begin
  if tg_nargs = 1 then
    perform pg_notify(tg_argv[0], '');
  else
    -- The same message is sent once per transaction. Bytes are sent as hexadecimal digits.
    perform pg_notify(tg_argv[0], regexp_replace(changed ->> tg_argv[1], '^\\x', ''))
    from unnest(array[to_jsonb(old), to_jsonb(new)]) as changed
    where changed ->> tg_argv[1] is not null;
  end if;
  return null;
end $$;

create or replace trigger account_changed after insert or update on account
  for each row execute function announce_change('account_changed', 'id');
-- A lock on a handle stops its account, so copies of what belongs to an account follow its handles.
create or replace trigger handle_changed after insert or update or delete on identity_handle
  for each row execute function announce_change('account_changed', 'account');
create or replace trigger lock_changed after insert or update or delete on identity_lock
  for each statement execute function announce_change('lock_changed');
create or replace trigger api_key_changed after update or delete on api_key
  for each row execute function announce_change('key_changed', 'hash');
create or replace trigger setting_changed after insert on setting_version
  for each row execute function announce_change('settings_changed', 'version');
create or replace trigger plan_feature_changed after insert or update or delete on plan_feature
  for each statement execute function announce_change('plan_feature_changed');
create or replace trigger catalogue_changed after insert or update on catalogue_version
  for each statement execute function announce_change('catalogue_changed');
create or replace trigger contract_changed after insert or update on contract
  for each row execute function announce_change('account_changed', 'account');
create or replace trigger campaign_changed after insert or update or delete on campaign
  for each statement execute function announce_change('campaign_changed');
