-- The document that a profile had in this version, for as long as answers may tell it again. Null once the person is erased.
create or replace function directory_document(p_profile uuid, p_version bigint) returns text language sql stable as $$
  select coalesce(checked, contacts)::text from directory_profile where profile_hash = p_profile and version = p_version
  union all
  select contacts::text from directory_former where profile_hash = p_profile and version = p_version
  limit 1
$$;
