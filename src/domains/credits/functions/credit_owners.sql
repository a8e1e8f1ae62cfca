-- The accounts p_first to p_last that have ledger rows, whether or not the account exists. Reads one row of each.
create or replace function credit_owners(p_first bigint, p_last bigint) returns table (account bigint) language sql stable as $$
  with recursive owner as (
    (select row.account from credit_ledger row
    where row.account between p_first and p_last and row.id > 0 order by row.account, row.id limit 1)
    union all
    select (
      select row.account from credit_ledger row
      where row.account > owner.account and row.account <= p_last and row.id > 0 order by row.account, row.id limit 1
    )
    from owner where owner.account is not null
  )
  select owner.account from owner where owner.account is not null
$$;
