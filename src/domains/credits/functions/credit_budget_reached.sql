-- The percentage of a budget that is announced when this much is spent: 0, 80 or 100. Without `set` clauses, so that it becomes a part
-- of each statement.
create or replace function credit_budget_reached(p_spent bigint, p_credits bigint) returns smallint
language sql immutable as $$
  select (case when p_spent >= p_credits then 100 when p_spent * 5 >= p_credits * 4 then 80 else 0 end)::smallint
$$;
