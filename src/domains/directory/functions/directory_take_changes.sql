-- Takes at most p_limit noted changes: their rows are deleted. Returns for each which of emails, phones and links are others now than
-- before it: none, if a later change took it back. Several processes never take the same one.
create or replace function directory_take_changes(p_limit integer)
returns table (profile_hash uuid, at timestamptz, emails boolean, phones boolean, links boolean)
language sql set enable_seqscan = off as $$
  with taken as (
    delete from directory_change where ctid = any (array(
      select ctid from directory_change order by profile_hash, version limit p_limit for update skip locked
    ))
    returning *
  )
  select change.profile_hash, change.at,
    directory_values(former.contacts, 'emails') is distinct from directory_values(coalesce(present.checked, present.contacts), 'emails'),
    directory_values(former.contacts, 'phones') is distinct from directory_values(coalesce(present.checked, present.contacts), 'phones'),
    directory_values(former.contacts, 'links') is distinct from directory_values(coalesce(present.checked, present.contacts), 'links')
  from taken change
  join directory_former former using (profile_hash, version)
  left join directory_profile present using (profile_hash)
$$;
