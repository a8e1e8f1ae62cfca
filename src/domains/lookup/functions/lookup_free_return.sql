-- Takes back what lookup_begin() counted for a lookup that has ended now, or was dropped.
create or replace function lookup_free_return(p_account bigint, p_begun_at timestamptz) returns void language sql volatile as $$
  update lookup_free set answers = answers - 1
  where account = p_account and not is_test and day = (p_begun_at at time zone 'UTC')::date and answers > 0
$$;
