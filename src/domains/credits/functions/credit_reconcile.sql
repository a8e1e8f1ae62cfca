-- Compares the ledger with the lots, holds and refunds of accounts p_first to p_last: the sums of a reading and the rows after
-- it. 'erased' therefore reads all rows that are left, 'proved' only those since the last proof. No rows means that they agree.
-- One statement, so that it sees one snapshot. 'full' is also compared with 'proved', month by month: o_ledger is what the
-- ledger has now, o_books what it had when it was proved.
create or replace function credit_reconcile(
  p_first bigint default -9223372036854775808, p_last bigint default 9223372036854775807, p_reading text default 'erased'
)
returns table (o_account bigint, o_lot bigint, o_what text, o_ledger bigint, o_books bigint) language sql stable as $$
  with proof as (select * from credit_proof where reading = p_reading and account between p_first and p_last),
  entry as materialized (
    select row.* from credit_owners(p_first, p_last) owner
    left join proof on proof.account = owner.account
    cross join lateral (
      select * from credit_ledger where account = owner.account and id > 0 and id > coalesce(proof.through_id, 0)
      offset 0 -- by its index for each account: a join would read the whole ledger
    ) row
  ),
  lots as (select * from credit_lot where account between p_first and p_last and id > 0),
  holds as (select * from credit_hold where account between p_first and p_last),
  parts as (select * from credit_hold_part where account between p_first and p_last),
  moved as (
    select account, lot_id, sum(granted) as granted, sum(avail) as avail, sum(held) as held, sum(spent) as spent,
      sum(expired) as expired, sum(revoked) as revoked
    from (
      select account, lot_id, granted, avail, held, spent, expired, revoked
      from credit_proof_lot where reading = p_reading and account between p_first and p_last
      union all
      select account, lot_id, amount * granted, amount * avail, amount * held, amount * spent, amount * expired,
        amount * revoked
      from entry join credit_effect using (kind)
    ) read
    group by account, lot_id
  ),
  held as (
    select part.lot_id, sum(part.amount) as amount
    from parts part join holds hold on hold.account = part.account and hold.id = part.hold_id
    where hold.status = 'open' group by part.lot_id
  ),
  hold_parts as (select account, hold_id, sum(amount) as amount from parts group by account, hold_id),
  hold_moves as (
    select account, hold_id, sum(opened) as opened, sum(settled) as settled, sum(closed) as closed
    from (
      select account, hold_id, opened, settled, closed
      from credit_proof_hold where reading = p_reading and account between p_first and p_last
      union all
      select account, hold_id, case when kind = 3 then amount else 0 end, case when kind = 4 then amount else 0 end,
        case when kind in (4, 5) then amount else 0 end
      from entry where hold_id is not null
    ) read
    group by account, hold_id
  ),
  newest as (
    select distinct on (account) account, balance_after, at
    from (
      select account, id, balance_after, at from entry union all select account, through_id, balance_after, at from proof
    ) read
    order by account, id desc
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
  select back.account, null, format('refund of %s', back.reverses), sum.refunded, sum.spent
  from (
    select account, reverses from credit_proof_refund where reading = p_reading and account between p_first and p_last
    union
    select account, reverses from entry where reverses is not null
  ) back
  cross join lateral credit_refund_sums(back.account, back.reverses) sum
  where sum.refunded > sum.spent
  union all
  select month.account, null, format('%s of %s', value.what, to_char(month.month, 'YYYY-MM')), value.now, value.proved
  from (
    select account, month, coalesce(now.rows, 0) as rows_now, coalesce(now.content, 0) as content_now,
      coalesce(proved.rows, 0) as rows_proved, coalesce(proved.content, 0) as content_proved
    from (select * from credit_proof_month where reading = 'full' and account between p_first and p_last) now
    full join (select * from credit_proof_month where reading = 'proved' and account between p_first and p_last) proved
      using (account, month)
  ) month
  join credit_proof read on read.reading = 'full' and read.account = month.account
  join credit_proof known on known.reading = 'proved' and known.account = month.account
  cross join lateral (values
    ('rows', month.rows_now, month.rows_proved), ('content', month.content_now, month.content_proved)
  ) as value (what, now, proved)
  where p_reading = 'full' and value.now <> value.proved
    -- A month that one of them has read in part is left for the next time.
    and (read.through_id = known.through_id
      or month.month < date_trunc('month', least(read.at, known.at), 'UTC') at time zone 'UTC')
$$;
