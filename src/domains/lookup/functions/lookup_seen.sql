-- Whom a stored answer is about and how many values it returned, from either form of `answer`: the answer itself, or its envelope
-- with the directory's document. Null values where the document is gone. Inlined into its callers.
create or replace function lookup_seen(p_lookup lookup)
returns table (profile_url text, handle text, full_name text, emails integer, phones integer, links integer)
language sql stable as $$
  select
    coalesce(stored.answer #>> '{profile,url}', stored.answer ->> 'url', stored.answer ->> 'profile_url'),
    coalesce(stored.answer #>> '{profile,handle}', stored.answer ->> 'handle'),
    found.contacts #>> '{person,full_name}',
    case when wants.emails then coalesce(json_array_length(found.contacts -> 'emails'), 0) else 0 end,
    case when wants.phones then coalesce(json_array_length(found.contacts -> 'phones'), 0) else 0 end,
    case when wants.links then coalesce(json_array_length(found.contacts -> 'links'), 0) else 0 end
  from (select p_lookup.answer::json as answer) stored
  cross join lateral (
    select case
      when p_lookup.status <> 'completed' then null
      when stored.answer -> 'person' is not null then stored.answer
      else coalesce(stored.answer -> 'document', directory_document(p_lookup.profile_hash, p_lookup.document_version)::json)
    end as contacts
  ) found
  cross join lateral (select stored.answer ->> 'include' as include) request
  cross join lateral (
    select include is null or include like '%"emails"%' as emails, include is null or include like '%"phones"%' as phones,
      include is null or include like '%"links"%' as links from (select request.include) asked
  ) wants
$$;
