-- What was refunded of a spend, and what was spent. A spend that retention has erased counts as what was refunded of it.
create or replace function credit_refund_sums(p_account bigint, p_key uuid)
returns table (refunded bigint, spent bigint) language sql stable as $$
  select back.amount, coalesce(
    spend.amount,
    (select back.amount from credit_proof where reading = 'erased' and account = p_account),
    0
  )
  from (select sum(amount)::bigint as amount from credit_ledger where account = p_account and reverses = p_key) back,
    (select sum(amount)::bigint as amount from credit_spent_by(p_account, p_key)) spend
$$;
