-- The values of one kind in a document, in alphabetical order. Null if it has none.
create or replace function directory_values(p_contacts json, p_kind text) returns text[]
language sql immutable as $$
  select array_agg(coalesce(item ->> 'value', item ->> 'url') order by coalesce(item ->> 'value', item ->> 'url'))
  from json_array_elements(p_contacts -> p_kind) item
$$;
