-- Profiles of stored answers that carry one of the keys, as directory_carriers() finds those of the directory.
create or replace function source_carriers(p_keys uuid[], p_limit integer)
returns table (hash uuid, url text, keys uuid[])
language sql stable set enable_seqscan = off set enable_indexscan = off as $$
  select profile_hash, url, suppression_keys from source_profile where suppression_keys && p_keys limit p_limit
$$;
