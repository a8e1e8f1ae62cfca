-- Deletes the history of these people. Sequential scans are off because the planner underestimates how selective the Bloom filters are.
create or replace function lookup_forget_past(p_profiles uuid[]) returns void language sql volatile
set enable_seqscan = off as $$
  delete from lookup_past where ctid = any (array(
    select ctid from lookup_past where profile_hash = any (p_profiles) order by account, op_key for update
  ))
$$;
