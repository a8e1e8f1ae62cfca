-- The values of one kind in a document, in alphabetical order. Null if it has none. An email has an address, a phone a number and
-- perhaps an extension, a link a URL.
create or replace function directory_values(p_contacts json, p_kind text) returns text[]
language sql immutable as $$
  select array_agg(said order by said)
  from json_array_elements(p_contacts -> p_kind) item
  cross join lateral concat_ws(' ', item ->> 'address', item ->> 'number', item ->> 'extension', item ->> 'url') said
$$;
