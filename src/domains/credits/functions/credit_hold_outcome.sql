-- Splits a hold's parts into what is used and what is left when p_actual is spent, soonest expiry first.
create or replace function credit_hold_outcome(p_account bigint, p_hold bigint, p_actual bigint, p_now timestamptz)
returns table (lot_id bigint, held bigint, used bigint, rest bigint, is_live boolean) language sql stable as $$
  select id, amount, used, amount - used, is_live
  from (
    select id, amount, is_live, greatest(0, least(amount, p_actual - (upto - amount)))::bigint as used
    from (
      select lot.id, part.amount, lot.expires_at > p_now as is_live,
        sum(part.amount) over (order by lot.expires_at, lot.id) as upto
      from credit_hold_part part join credit_lot lot on lot.id = part.lot_id
      where part.account = p_account and part.hold_id = p_hold
    ) part
  ) split
$$;
