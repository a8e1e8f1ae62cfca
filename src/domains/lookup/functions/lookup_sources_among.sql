-- lookup_sources_of() for many lookups of an account, without those whose sources aren't kept.
create or replace function lookup_sources_among(p_account bigint, p_ops uuid[]) returns table (o_op uuid, o_sources text[])
language sql stable
-- Probes an index for each. Other plans read all lookups of the account.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select asked.op, coalesce(past.sources, recent.sources)
  from unnest(p_ops) asked (op)
  left join lookup_past past on past.account = p_account and past.op_key = asked.op
  left join lateral (
    select seen.sources from lookup kept cross join lateral lookup_seen(kept) seen
    where past.op_key is null and kept.account = p_account and kept.op_key = asked.op and seen.profile_url <> ''
      and not exists (select from lookup_withdrawal(kept))
  ) recent on true
  where coalesce(past.sources, recent.sources) is not null
$$;
