-- Runs in a cell when the directory's installation has withdrawn a person: hides them from stored answers, repeats and the history with
-- the commit that hides them from lookups. A job erases the rest. At the commit, as `lookup_withdrawn_until_commit`.
create or replace function lookup_withdraw_replicated() returns trigger language plpgsql set search_path from current as $$
begin
  delete from lookup_past where profile_hash = new.profile_hash;
  insert into lookup_withdrawn (profile_hash) values (new.profile_hash)
  on conflict (profile_hash) do update set withdrawn_at = excluded.withdrawn_at;
  delete from lookup_repeat where ctid = any (array(
    select ctid from lookup_repeat where profile_hash = new.profile_hash order by account for update
  ));
  return null;
end $$;

-- "or replace" knows no constraint triggers.
drop trigger if exists lookup_withdraw_replicated on suppression_withdrawal;
create constraint trigger lookup_withdraw_replicated after insert on suppression_withdrawal
  deferrable initially deferred for each row execute function lookup_withdraw_replicated();
alter table suppression_withdrawal enable replica trigger lookup_withdraw_replicated;
