-- Adds events to the sums of their hours, in the statement that writes them: once per account, hour and kind of call, however many
-- there are. The lookups of an account are in one statement or wait for each other anyway. Rows are written in the order of
-- their keys, so that two writers never wait for each other in a circle.
create or replace function usage_sum() returns trigger language plpgsql as $$
begin
  insert into usage_hour as sums (account, hour, kind, status, network, is_test, door, key_id, job, reason,
    requests, credits)
  select account, date_trunc('hour', at, 'UTC'), kind,
    coalesce(status, case when profile_hash is null then 'not_found' else 'completed' end), network, is_test, door,
    coalesce(key_id, ''), coalesce(job::text, ''), coalesce(reason, ''), count(*), sum(credits)
  from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  on conflict (account, hour, kind, status, network, is_test, door, key_id, job, reason) do update
  set requests = sums.requests + excluded.requests, credits = sums.credits + excluded.credits;
  return null;
end $$;

create or replace trigger usage_sum after insert on usage_event referencing new table as added
  for each statement execute function usage_sum();
