-- An account's calls since p_start, newest first, with whom they were about: at most p_read calls before (p_before_at, p_before_op)
-- are read, and at most p_limit that match are returned. The last row, with o_is_match = false, is where reading stopped, if it did.
-- An empty text, or null, is no filter. p_words: what the link or the name has to contain, in lower case. p_is_charged: what cost a
-- credit, or what was free. p_profile_url: the canonical link of a profile. p_source: a source of its values.
create or replace function lookup_history(
  p_account bigint, p_start timestamptz, p_end timestamptz, p_before_at timestamptz, p_before_op uuid, p_status text, p_network text,
  p_opened_from text, p_is_test boolean, p_kind text, p_key_id text, p_is_charged boolean, p_profile_url text,
  p_words text, p_source text, p_limit integer, p_read integer
)
returns table (
  o_is_match boolean, o_at timestamptz, o_op uuid, o_status text, o_network text, o_profile_url text, o_handle text,
  o_full_name text, o_emails integer, o_phones integer, o_links integer, o_credits bigint, o_reason text, o_opened_from text,
  o_is_test boolean, o_client_reference text, o_key_id text, o_key_prefix text, o_key_note text, o_job uuid, o_job_name text, o_sources text[]
)
language plpgsql stable
-- By the index the newest come first, so no more than p_read are read.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  return query
  with call as materialized (
    select one.* from usage_call one
    where one.account = p_account and one.at >= p_start and one.at < p_end
      and (p_before_at is null or one.at <= p_before_at and (one.at, one.op_key) < (p_before_at, p_before_op))
    order by one.at desc, one.op_key desc limit p_read
  ),
  matched as materialized (
    select call.*, coalesce(past.profile_url, recent.profile_url) as profile_url,
      coalesce(past.handle, recent.handle, substring(coalesce(past.profile_url, recent.profile_url) from '[^/]*$')) as handle,
      coalesce(past.full_name, recent.full_name) as full_name, coalesce(past.emails, recent.emails) as emails,
      coalesce(past.phones, recent.phones) as phones, coalesce(past.links, recent.links) as links,
      coalesce(past.sources, recent.sources) as sources
    from call
    left join lookup_past past on past.account = call.account and past.op_key = call.op_key
    left join lateral (
      select seen.* from lookup kept cross join lateral lookup_seen(kept) seen
      where kept.account = call.account and kept.op_key = call.op_key and seen.profile_url <> ''
        and not exists (select from lookup_withdrawal(kept))
    ) recent on true
    where (p_status = '' or call.status = p_status) and (p_network = '' or call.network = p_network)
      and (p_opened_from = '' or call.door = p_opened_from) and (p_is_test is null or call.is_test = p_is_test)
      and (p_kind = '' or call.kind = p_kind) and (p_key_id = '' or call.key_id = p_key_id)
      and (p_is_charged is null or (call.credits > 0) = p_is_charged)
      and (p_profile_url = '' or coalesce(past.profile_url, recent.profile_url) = p_profile_url)
      and (p_words = '' or strpos(lower(coalesce(past.profile_url, recent.profile_url)), p_words) > 0
        or strpos(lower(coalesce(past.full_name, recent.full_name)), p_words) > 0)
      and (p_source = '' or coalesce(past.sources, recent.sources) @> array[p_source])
    order by call.at desc, call.op_key desc limit p_limit
  )
  select true, matched.at, matched.op_key, matched.status, matched.network, matched.profile_url, matched.handle,
    matched.full_name, matched.emails, matched.phones, matched.links, matched.credits, matched.reason, matched.door,
    matched.is_test, matched.client_reference, matched.key_id, key.prefix, key.note, matched.job, job.name, matched.sources
  from matched
  left join api_key key on key.id = matched.key_id
  left join job on job.account = matched.account and job.id = matched.job
  union all
  (
    select false, call.at, call.op_key, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
      null, null, null, null
    from call where (select count(*) from call) = p_read order by call.at, call.op_key limit 1
  )
  order by 1 desc, 2 desc, 3 desc;
end $$;
