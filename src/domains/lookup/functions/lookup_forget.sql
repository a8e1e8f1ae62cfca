-- Deletes up to p_limit answers whose time is over and whose keys are no UUIDv7, oldest first, keeps whom they were about for
-- p_history_days, and returns the count. Probes an index for each row: a sequential scan may look cheaper to the planner, but
-- grows with the table.
create or replace function lookup_forget(p_limit integer, p_history_days integer) returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_gone lookup[];
begin
  with due as materialized (
    select account, op_key from lookup
    where kept_until < now() and substr(op_key::text, 15, 1) <> '7'
    order by kept_until
    limit p_limit for update skip locked
  ),
  forgotten as (
    delete from lookup using due
    where lookup.account = due.account and lookup.op_key = due.op_key
    returning lookup as gone
  )
  select array_agg(gone) into v_gone from forgotten;
  perform lookup_remember(v_gone, p_history_days);
  return coalesce(cardinality(v_gone), 0);
end $$;
