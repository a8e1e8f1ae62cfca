-- Who was given what of these people since p_since: they may ask (GDPR Art. 15(1)(c)). It holds no contact value, so an
-- erasure leaves it. It is also how the stored answers about a person are found.
-- The planner doesn't know how well the filters sort out, and would read the whole table.
create or replace function disclosures_of(p_profiles uuid[], p_since timestamptz)
returns table (profile_hash uuid, at timestamptz, op_key uuid, account bigint, emails boolean, phones boolean, links boolean)
language sql stable set enable_seqscan = off set enable_indexscan = off as $$
  select profile_hash, at, op_key, account, disclosed_fields & 1 > 0, disclosed_fields & 2 > 0, disclosed_fields & 4 > 0
  from usage_event where profile_hash = any (p_profiles) and at >= p_since
$$;
