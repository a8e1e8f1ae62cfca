-- Splits p_amount over the spendable lots, soonest expiry first. Returns no rows when they hold less than that.
create or replace function credit_draw(p_account bigint, p_amount bigint, p_now timestamptz)
returns table (lot_id bigint, taken bigint, balance bigint) language sql stable as $$
  select id, (least(p_amount, upto) - (upto - avail))::bigint, (total - p_amount)::bigint
  from (
    select id, avail, sum(avail) over (order by expires_at, id) as upto, sum(avail) over () as total
    from credit_lot
    where account = p_account and closed_at is null and avail > 0 and expires_at > p_now
  ) burning
  where total >= p_amount and upto - avail < p_amount
$$;
