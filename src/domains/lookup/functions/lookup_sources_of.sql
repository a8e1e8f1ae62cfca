-- The sources of the values that this lookup returned: at most 20. Null if nothing was found, and once the person has been removed.
create or replace function lookup_sources_of(p_account bigint, p_op uuid) returns text[] language sql stable as $$
  select coalesce(
    (select past.sources from lookup_past past where past.account = p_account and past.op_key = p_op),
    (
      select seen.sources from lookup kept cross join lateral lookup_seen(kept) seen
      where kept.account = p_account and kept.op_key = p_op and seen.profile_url <> ''
        and not exists (select from lookup_withdrawal(kept))
    )
  )
$$;
