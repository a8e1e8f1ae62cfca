-- Profiles that carry one of the keys, at most p_limit of them. With a limit, the planner would rather read the whole table, or all of
-- it by its primary key, than the index of the keys.
create or replace function directory_carriers(p_keys uuid[], p_limit integer)
returns table (hash uuid, url text, keys uuid[])
language sql stable set enable_seqscan = off set enable_indexscan = off as $$
  select profile_hash, url, suppression_keys from directory_profile where suppression_keys && p_keys limit p_limit
$$;
