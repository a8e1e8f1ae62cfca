-- Keeps whom these forgotten lookups were about for p_days days from then, without the contacts. Leaves out people who were
-- withdrawn since. The caller shares the lock of the suppression list, so that no one is withdrawn between reading and writing.
create or replace function lookup_remember(p_gone lookup[], p_days integer) returns void language sql volatile as $$
  insert into lookup_past (account, op_key, profile_hash, at, emails, phones, links, profile_url, handle, full_name, sources)
  select gone.account, gone.op_key, gone.profile_hash, gone.created_at, seen.emails, seen.phones, seen.links, seen.profile_url,
    nullif(seen.handle, substring(seen.profile_url from '[^/]*$')), seen.full_name, seen.sources
  from unnest(p_gone) gone cross join lateral lookup_seen(gone) seen
  where gone.status <> 'pending' and seen.profile_url <> '' and gone.created_at > now() - make_interval(days => p_days)
    and not exists (select from lookup_withdrawal(gone))
  order by gone.account, gone.op_key
  on conflict do nothing
$$;
