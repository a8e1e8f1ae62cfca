-- For each of these answers, in order: whether its account has used its free answers of today. If so, paid ones are refused too,
-- so that a refusal reveals nothing. Exact while the account is locked.
create or replace function lookup_free_over(p_account bigint[], p_is_test boolean[], p_is_free boolean[], p_max bigint[])
returns boolean[] language sql volatile as $$
  select array_agg(is_over order by ord)
  from (
    select item.ord, coalesce(used.answers, 0) + coalesce(sum(item.is_free::integer) over (
        partition by item.account, item.is_test order by item.ord rows between unbounded preceding and 1 preceding
      ), 0) >= item.max as is_over
    from unnest(p_account, p_is_test, p_is_free, p_max) with ordinality as item (account, is_test, is_free, max, ord)
    left join lookup_free used on used.account = item.account and used.is_test = item.is_test and used.day = lookup_free_day()
  ) judged
$$;
