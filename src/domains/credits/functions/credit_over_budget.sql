-- For each of these items, in order: whether a budget of its account, its key or its job refuses it, as if those before it that
-- fit were spent. p_need is what a budget must have left, spent or not. Exact while the accounts are locked, for items of one
-- credit or none.
create or replace function credit_over_budget(
  p_account bigint[], p_amount bigint[], p_need bigint[], p_key_id text[], p_job uuid[], p_now timestamptz
) returns boolean[] language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_over boolean[] := array_fill(false, array[cardinality(p_account)]);
  v_scope text;
begin
  -- The innermost first: what it refuses leaves the others untouched.
  foreach v_scope in array array['job', 'key', 'account'] loop
    continue when not exists (select from credit_budget where account = any (p_account) and scope = v_scope);
    with tight as materialized (
      select account, members, min(credits - case when ends_at > p_now then spent else 0 end) as credits
      from credit_budget where account = any (p_account) and scope = v_scope group by account, members
    )
    select array_agg(item.is_over or coalesce(item.need > 0 and item.need + coalesce(item.behind, 0) > item.credits, false)
      order by item.ord)
    into v_over
    from (
      select given.ord, given.is_over, greatest(given.amount, given.need) as need, tight.credits,
        sum(case when given.is_over then 0 else given.amount end) over (
          partition by given.account, tight.members order by given.ord rows between unbounded preceding and 1 preceding
        ) as behind
      from unnest(p_account, p_amount, p_need, p_key_id, p_job, v_over) with ordinality
        as given (account, amount, need, key_id, job, is_over, ord)
      left join tight on tight.account = given.account and credit_budget_binds(v_scope, tight.members, given.key_id, given.job)
    ) item;
  end loop;
  return v_over;
end $$;
