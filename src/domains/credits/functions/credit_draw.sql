-- Splits p_amount over the spendable lots, in burn order. Returns no rows when they hold less than that.
create or replace function credit_draw(p_account bigint, p_amount bigint, p_now timestamptz)
returns table (lot_id bigint, taken bigint, balance bigint) language sql stable as $$
  select lot_id, (least(p_amount, upto) - (upto - avail))::bigint, (total - p_amount)::bigint
  from (select *, max(upto) over () as total from credit_burning(array[p_account], p_now)) burning
  where total >= p_amount and upto - avail < p_amount
$$;
