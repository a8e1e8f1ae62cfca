-- Returns what was spent from each lot under a key, through spends and settles, and when it was first spent.
create or replace function credit_spent_by(p_account bigint, p_key uuid)
returns table (lot_id bigint, amount bigint, at timestamptz) language sql stable as $$
  select row.lot_id, sum(row.amount)::bigint, min(row.at)
  from credit_ledger row
  where row.account = p_account and row.op_key = p_key and row.kind in (2, 4)
  group by row.lot_id
$$;
