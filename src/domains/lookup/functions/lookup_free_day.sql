-- The day whose free answers are counted: the database's, in UTC.
create or replace function lookup_free_day() returns date language sql stable as $$
  select (ledger_now() at time zone 'UTC')::date
$$;
