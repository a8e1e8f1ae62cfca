-- Rows of jobs that name these people, for exports and erasures. Sequential scans are off because the planner underestimates how
-- selective the Bloom filters are.
create or replace function job_items_about(p_profiles uuid[])
returns table (account bigint, job uuid, "row" integer)
language sql stable set enable_seqscan = off set enable_indexscan = off as $$
  select account, job, row from job_item where profile_hash = any (p_profiles)
$$;
