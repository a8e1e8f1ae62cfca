-- Takes at most p_limit noted changes: their rows are deleted. Returns the profiles whose emails, phones or links differ from before, with
-- the time of the first change. Several processes never take the same one.
create or replace function directory_take_changes(p_limit integer)
returns table (profile_hash uuid, at timestamptz, emails boolean, phones boolean, links boolean)
language sql set enable_seqscan = off as $$
  with taken as (
    delete from directory_change where ctid = any (array(
      select ctid from directory_change order by profile_hash, version limit p_limit for update skip locked
    ))
    returning *
  ), first_change as (
    select distinct on (profile_hash) * from taken order by profile_hash, version
  ), compared as (
    select change.profile_hash, change.at,
      directory_values(former.contacts, 'emails') is distinct from directory_values(present.contacts, 'emails') as emails,
      directory_values(former.contacts, 'phones') is distinct from directory_values(present.contacts, 'phones') as phones,
      directory_values(former.contacts, 'links') is distinct from directory_values(present.contacts, 'links') as links
    from first_change change
    join directory_former former using (profile_hash, version)
    left join directory_profile present using (profile_hash)
  )
  select * from compared where emails or phones or links
$$;
