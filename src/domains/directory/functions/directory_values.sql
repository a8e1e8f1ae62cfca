-- The addresses, numbers or links of one kind in a document, in alphabetical order. Null if it has none.
create or replace function directory_values(p_contacts json, p_kind text) returns text[]
language sql immutable as $$
  select array_agg(value order by value) from (
    select coalesce(item ->> 'address', item ->> 'number', item ->> 'url') as value from json_array_elements(p_contacts -> p_kind) item
  ) listed
$$;
