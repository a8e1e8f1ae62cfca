-- Deletes up to p_limit expired answers of sources, oldest first, and returns the count. Probes an index for each row: a
-- sequential scan may look cheaper to the planner, but grows with the table.
create or replace function source_answer_forget(p_limit integer) returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_forgotten integer;
begin
  with due as materialized (
    select profile_hash, source, wanted from source_answer where fresh_until < now() order by fresh_until
    limit p_limit for update skip locked
  )
  delete from source_answer using due
  where source_answer.profile_hash = due.profile_hash and source_answer.source = due.source and source_answer.wanted = due.wanted;
  get diagnostics v_forgotten = row_count;
  return v_forgotten;
end $$;
