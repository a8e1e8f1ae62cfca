-- Lookups that begin while a withdrawal is being made still read the person. So the withdrawal counts from its commit.
create or replace function lookup_withdrawn_until_commit() returns trigger language plpgsql as $$
begin
  update lookup_withdrawn set withdrawn_at = clock_timestamp() where profile_hash = new.profile_hash;
  return null;
end $$;

-- "or replace" knows no constraint triggers.
drop trigger if exists lookup_withdrawn_until_commit on lookup_withdrawn;
create constraint trigger lookup_withdrawn_until_commit after insert or update on lookup_withdrawn
  deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function lookup_withdrawn_until_commit();
