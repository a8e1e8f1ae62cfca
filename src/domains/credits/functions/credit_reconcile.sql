-- Compares the ledger with the lots, holds and refunds of accounts p_first to p_last. No rows means that they agree. One
-- statement, so that it sees one snapshot. It reads these accounts' whole ledger; `id > 0` makes the indexes usable.
create or replace function credit_reconcile(p_first bigint default -9223372036854775808, p_last bigint default 9223372036854775807)
returns table (o_account bigint, o_lot bigint, o_what text, o_ledger bigint, o_books bigint) language sql stable as $$
  with ledger as (
    select account, lot_id, hold_id, op_key, id, kind, amount, balance_after, reverses, at
    from credit_ledger where account between p_first and p_last and id > 0
  ),
  lots as (select * from credit_lot where account between p_first and p_last and id > 0),
  holds as (select * from credit_hold where account between p_first and p_last),
  parts as (select * from credit_hold_part where account between p_first and p_last),
  moved as (
    select account, lot_id,
      coalesce(sum(amount) filter (where kind = 1), 0) as granted,
      coalesce(sum(case when kind in (1, 5, 8) then amount when kind in (2, 3, 6, 7) then -amount end), 0) as avail,
      coalesce(sum(case when kind = 3 then amount when kind in (4, 5) then -amount end), 0) as held,
      coalesce(sum(case when kind in (2, 4) then amount when kind = 8 then -amount end), 0) as spent,
      coalesce(sum(amount) filter (where kind = 6), 0) as expired,
      coalesce(sum(amount) filter (where kind = 7), 0) as revoked
    from ledger group by account, lot_id
  ),
  held as (
    select part.lot_id, sum(part.amount) as amount
    from parts part join holds hold on hold.account = part.account and hold.id = part.hold_id
    where hold.status = 'open' group by part.lot_id
  ),
  hold_parts as (select account, hold_id, sum(amount) as amount from parts group by account, hold_id),
  hold_moves as (
    select account, hold_id, coalesce(sum(amount) filter (where kind = 3), 0) as opened,
      coalesce(sum(amount) filter (where kind = 4), 0) as settled,
      coalesce(sum(amount) filter (where kind in (4, 5)), 0) as closed
    from ledger where hold_id is not null group by account, hold_id
  ),
  newest as (select distinct on (account) account, balance_after, at from ledger order by account, id desc),
  given_back as (
    select account, reverses, sum(amount) as amount from ledger where reverses is not null group by account, reverses
  )
  select coalesce(lot.account, moved.account), coalesce(lot.id, moved.lot_id), bucket.what, bucket.ledger, bucket.books
  from lots lot
  full join moved on moved.account = lot.account and moved.lot_id = lot.id
  left join held on held.lot_id = lot.id
  cross join lateral (values
    ('granted', coalesce(moved.granted, 0)::bigint, coalesce(lot.granted, 0)),
    ('avail', coalesce(moved.avail, 0)::bigint, coalesce(lot.avail, 0)),
    ('held', coalesce(moved.held, 0)::bigint, coalesce(lot.held, 0)),
    ('held by open holds', coalesce(held.amount, 0)::bigint, coalesce(lot.held, 0)),
    ('spent', coalesce(moved.spent, 0)::bigint, coalesce(lot.spent, 0)),
    ('expired', coalesce(moved.expired, 0)::bigint, coalesce(lot.expired, 0)),
    ('revoked', coalesce(moved.revoked, 0)::bigint, coalesce(lot.revoked, 0))
  ) as bucket (what, ledger, books)
  where bucket.ledger <> bucket.books
  union all
  select coalesce(hold.account, move.account), null, format('hold %s %s', coalesce(hold.id, move.hold_id), sum.what),
    sum.ledger, sum.books
  from holds hold
  left join hold_parts part on part.account = hold.account and part.hold_id = hold.id
  full join hold_moves move on move.account = hold.account and move.hold_id = hold.id
  cross join lateral (values
    -- A deleted hold had ended, so everything it set aside was settled or released.
    ('amount', coalesce(move.opened, 0)::bigint, coalesce(hold.amount, move.closed, 0)::bigint),
    ('parts', coalesce(part.amount, 0)::bigint, coalesce(hold.amount, 0)),
    ('settled', coalesce(move.settled, 0)::bigint, coalesce(hold.settled, move.settled, 0)::bigint),
    ('closed', coalesce(move.closed, 0)::bigint, case when hold.id is null then move.closed when hold.status <> 'open' then hold.amount else 0 end::bigint)
  ) as sum (what, ledger, books)
  where sum.ledger <> sum.books
  union all
  select newest.account, null, 'balance', newest.balance_after, coalesce(sum(lot.avail), 0)::bigint
  from newest
  left join lots lot on lot.account = newest.account and lot.expires_at > newest.at
  group by newest.account, newest.balance_after
  having newest.balance_after <> coalesce(sum(lot.avail), 0)
  union all
  select back.account, null, format('refund of %s', back.reverses), back.amount::bigint, coalesce(spend.amount, 0)
  from given_back back
  left join lateral (
    select sum(amount)::bigint as amount from credit_spent_by(back.account, back.reverses)
  ) spend on true
  where back.amount > coalesce(spend.amount, 0)
$$;
