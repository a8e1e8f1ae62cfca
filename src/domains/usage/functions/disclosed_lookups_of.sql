-- The lookups that disclosed something about these people, for those who received it. As disclosures_of(), with the caller's own
-- reference.
create or replace function disclosed_lookups_of(p_profiles uuid[])
returns table (profile_hash uuid, account bigint, at timestamptz, op_key uuid, client_reference text, emails boolean, phones boolean, links boolean)
language sql stable set enable_seqscan = off set enable_indexscan = off as $$
  select profile_hash, account, at, op_key, client_reference, disclosed_fields & 1 > 0, disclosed_fields & 2 > 0, disclosed_fields & 4 > 0
  from usage_event where profile_hash = any (p_profiles)
$$;
