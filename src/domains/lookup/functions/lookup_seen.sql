-- Whom a stored answer is about and how many values it returned, from either form of `answer`: the answer itself, or its envelope
-- with the directory's document, and from which sources: at most 20. Null values where the document is gone. Inlined into its callers; each text is parsed once.
create or replace function lookup_seen(p_lookup lookup)
returns table (profile_url text, handle text, full_name text, emails integer, phones integer, links integer, sources text[])
language sql stable as $$
  select
    coalesce(stored.profile ->> 'url', stored.url, stored.profile_url),
    coalesce(stored.profile ->> 'handle', stored.handle),
    found.person ->> 'full_name',
    case when stored.include is null or stored.include like '%"emails"%' then coalesce(json_array_length(found.emails), 0) else 0 end,
    case when stored.include is null or stored.include like '%"phones"%' then coalesce(json_array_length(found.phones), 0) else 0 end,
    case when stored.include is null or stored.include like '%"links"%' then coalesce(json_array_length(found.links), 0) else 0 end,
    (
      select (array_agg(distinct sighting ->> 'source'))[:20]
      from (values ('emails', found.emails), ('phones', found.phones), ('links', found.links)) as returned (field, held)
      cross join lateral json_array_elements(returned.held) held_value
      cross join lateral json_array_elements(held_value -> 'sources') sighting
      where stored.include is null or stored.include like '%"' || returned.field || '"%'
    )
  from json_to_record(p_lookup.answer::json) as stored (
    profile_url text, url text, handle text, include text, profile json, person json, document json
  )
  left join lateral json_to_record(
    case
      when stored.person is not null then p_lookup.answer::json
      else coalesce(stored.document, directory_document(p_lookup.profile_hash, p_lookup.document_version)::json)
    end
  ) as found (person json, emails json, phones json, links json) on p_lookup.status = 'completed'
$$;
