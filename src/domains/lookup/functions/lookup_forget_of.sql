-- Deletes the answers of these operations, as of a job whose results are kept no longer, and keeps whom they were about.
create or replace function lookup_forget_of(p_account bigint, p_ops uuid[], p_history_days integer) returns void language plpgsql as $$
declare
  v_gone lookup[];
begin
  with forgotten as (
    delete from lookup where account = p_account and op_key = any (p_ops) returning lookup as gone
  )
  select array_agg(gone) into v_gone from forgotten;
  perform lookup_remember(v_gone, p_history_days);
end $$;
