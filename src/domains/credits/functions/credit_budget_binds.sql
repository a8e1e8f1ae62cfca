-- Whether a budget holds for what is done with this key and for this job. Without `set` clauses, so that it becomes a part of each
-- statement.
create or replace function credit_budget_binds(p_scope text, p_members text[], p_key_id text, p_job uuid) returns boolean
language sql immutable as $$
  select case p_scope when 'account' then true when 'key' then p_key_id = any (p_members) else p_job::text = any (p_members) end
$$;
