-- Adds up to p_rows ledger rows of the accounts p_first to p_last to the sums of a reading, from where it stopped, oldest first,
-- and returns how many. p_through: the last row to read. Only proved rows are erased.
create or replace function credit_fold(
  p_reading text, p_first bigint, p_last bigint, p_rows integer, p_through bigint default 9223372036854775807
) returns integer
language plpgsql
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_modulus constant bigint := 9007199254740992;
  v_folded integer;
begin
  perform pg_advisory_xact_lock(7306104);
  with entry as materialized (
    select row.* from credit_owners(p_first, p_last) owner
    left join credit_proof proof on proof.reading = p_reading and proof.account = owner.account
    left join credit_proof proved on proved.reading = 'proved' and proved.account = owner.account
    cross join lateral (
      select * from credit_ledger
      where account = owner.account and id > 0 and id > coalesce(proof.through_id, 0) and id <= p_through
        and (p_reading <> 'erased' or id <= proved.through_id)
      order by id limit p_rows
    ) row
    limit p_rows
  ),
  newest as (
    insert into credit_proof (reading, account, through_id, balance_after, at)
    select distinct on (account) p_reading, account, id, balance_after, at from entry order by account, id desc
    on conflict (reading, account) do update
    set through_id = excluded.through_id, balance_after = excluded.balance_after, at = excluded.at
  ),
  lots as (
    insert into credit_proof_lot as sum (reading, account, lot_id, granted, avail, held, spent, expired, revoked)
    select p_reading, account, lot_id, sum(amount * granted), sum(amount * avail), sum(amount * held), sum(amount * spent),
      sum(amount * expired), sum(amount * revoked)
    from entry join credit_effect using (kind) group by account, lot_id
    on conflict (reading, account, lot_id) do update
    set granted = sum.granted + excluded.granted, avail = sum.avail + excluded.avail, held = sum.held + excluded.held,
      spent = sum.spent + excluded.spent, expired = sum.expired + excluded.expired, revoked = sum.revoked + excluded.revoked
  ),
  holds as (
    insert into credit_proof_hold as sum (reading, account, hold_id, opened, settled, closed)
    select p_reading, account, hold_id, coalesce(sum(amount) filter (where kind = 3), 0),
      coalesce(sum(amount) filter (where kind = 4), 0), coalesce(sum(amount) filter (where kind in (4, 5)), 0)
    from entry where hold_id is not null group by account, hold_id
    on conflict (reading, account, hold_id) do update
    set opened = sum.opened + excluded.opened, settled = sum.settled + excluded.settled, closed = sum.closed + excluded.closed
  ),
  refunds as (
    insert into credit_proof_refund (reading, account, reverses)
    select distinct p_reading, account, reverses from entry
    cross join lateral credit_refund_sums(account, reverses) sum
    where reverses is not null and sum.refunded > sum.spent
    on conflict do nothing
  ),
  months as (
    insert into credit_proof_month as sum (reading, account, month, rows, content)
    select p_reading, account, date_trunc('month', at, 'UTC') at time zone 'UTC', count(*),
      mod(sum(hash_record_extended(
        (account, op_key, lot_id, id, amount, balance_after, at, kind, hold_id, reverses, reason), 0) & (v_modulus - 1)), v_modulus)
    from entry group by 2, 3
    on conflict (reading, account, month) do update
    set rows = sum.rows + excluded.rows, content = mod(sum.content::numeric + excluded.content, v_modulus)
  )
  select count(*) into v_folded from entry;
  -- A hold that is gone had ended: nothing of it is left to prove.
  delete from credit_proof_hold sum
  where sum.reading = p_reading and sum.account between p_first and p_last and sum.opened = sum.closed
    and not exists (select from credit_hold hold where hold.account = sum.account and hold.id = sum.hold_id);
  return v_folded;
end $$;
