-- Spends one credit or none for each item, as if they ran one after another in array order: credit_spend_batch() for the hot
-- path, set-based. p_need is 1 where the account must have a credit, spent or not. Each key must be new: a known one raises
-- unique_violation. p_locked: the accounts that the caller has locked, before p_now. o_outcome: spent | insufficient | busy.
create or replace function credit_spend_ones(
  p_account bigint[], p_amount smallint[], p_need smallint[], p_key uuid[], p_locked bigint[], p_now timestamptz
) returns table (o_ord integer, o_outcome text, o_balance bigint)
language plpgsql
-- One plan for all batches, without planning for the parameters each time. It may be made while the lots are few, so it has to
-- use their index: reading the whole table would look cheaper then, and grow with it.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return query
  with lot as materialized (select * from credit_burning(p_account, p_now)),
  -- In line for their account's credits: `behind` is what those before it wanted. Who finds nothing left leaves nothing behind,
  -- so that once the credits end, everybody further back finds none either.
  line as materialized (
    select item.ord::integer as ord, item.account, item.key, item.amount, item.need, coalesce(total.credits, 0) as credits,
      coalesce(sum(item.amount) over (
        partition by item.account order by item.ord rows between unbounded preceding and 1 preceding
      ), 0)::bigint as behind,
      item.need = 0 or item.account = any (p_locked) as is_locked
    from unnest(p_account, p_amount, p_need, p_key) with ordinality as item (account, amount, need, key, ord)
    left join (select account, max(upto) as credits from lot group by account) total on total.account = item.account
  ),
  draw as materialized (
    select line.account, line.key, lot.lot_id, line.credits - line.behind - 1 as balance
    from line join lot on lot.account = line.account
      and line.behind >= lot.upto - lot.avail and line.behind < lot.upto
    where line.amount = 1 and line.is_locked
  ),
  burned as (
    update credit_lot spent set avail = spent.avail - taken.credits, spent = spent.spent + taken.credits,
      closed_at = case when spent.avail + spent.held = taken.credits then p_now end
    from (select lot_id, count(*) as credits from draw group by lot_id) taken
    where spent.id = taken.lot_id
  ),
  written as (
    insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at)
    select draw.account, draw.key, draw.lot_id, 2, 1, draw.balance, p_now from draw
  )
  select line.ord,
    case
      when not line.is_locked then 'busy'
      when line.need > greatest(line.credits - line.behind, 0) then 'insufficient'
      else 'spent'
    end,
    greatest(line.credits - line.behind - line.amount, 0)
  from line;
end $$;
