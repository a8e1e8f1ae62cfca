-- Who received what about these people since p_since, for access requests (GDPR Art. 15(1)(c)) and for finding stored answers.
-- The log holds no contact values, so an erasure keeps it. Sequential scans are off because the planner underestimates how
-- selective the Bloom filters are.
create or replace function disclosures_of(p_profiles uuid[], p_since timestamptz)
returns table (profile_hash uuid, at timestamptz, op_key uuid, account bigint, emails boolean, phones boolean, links boolean)
language sql stable set enable_seqscan = off set enable_indexscan = off as $$
  select profile_hash, at, op_key, account, disclosed_fields & 1 > 0, disclosed_fields & 2 > 0, disclosed_fields & 4 > 0
  from usage_event where profile_hash = any (p_profiles) and at >= p_since
$$;
