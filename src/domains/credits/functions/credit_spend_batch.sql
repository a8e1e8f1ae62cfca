-- Spends a batch, once for each key, as if its items ran one after another in array order. Returns one row per item. o_outcome:
--   spent | insufficient | unknown_account
--   budget_reached           a budget of the account, of the item's key or of its job has too little left
--   replayed, other_amount   the key was used before, for this amount or another; o_balance is what that spend left
--   busy                     another process holds the account; the only outcome that isn't final
-- p_need (default: p_amount) is what balance and budgets must have, even if it spends less. Items that need nothing take no lock: an
-- amount of 0 only reads the balance. With p_wait, waits up to 2 seconds for busy accounts.
create or replace function credit_spend_batch(
  p_account bigint[], p_amount bigint[], p_key uuid[], p_wait boolean default false, p_need bigint[] default null,
  p_key_id text[] default null, p_job uuid[] default null
) returns table (o_ord integer, o_outcome text, o_balance bigint)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_nestloop = on
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz;
  v_paying bigint[];
  v_locked bigint[];
  v_known bigint[] := '{}'; -- paying accounts that exist; read only when some could not be locked
  -- Lots by account and in burn order, each with its account's total, and the lot being burned.
  v_lots bigint[];
  v_owners bigint[];
  v_avails bigint[];
  v_totals bigint[];
  v_lot integer := 1;
  v_lock integer := 1;
  v_item record;
  v_account bigint;
  v_is_locked boolean;
  v_balance bigint;
  v_left bigint;
  v_taken bigint;
  -- What this batch has spent, at the index of the first item with the same account and key.
  v_paid_amounts bigint[] := array_fill(null::bigint, array[cardinality(p_key)]);
  v_paid_balances bigint[] := array_fill(null::bigint, array[cardinality(p_key)]);
  -- Budgets by account, with what each has left, and the account's first one.
  v_budgets credit_budget[];
  v_lefts bigint[];
  v_budget integer := 1;
  v_own integer[] := '{}'; -- those that hold for the item
  v_at integer;
  v_spent bigint[] := array_fill(0::bigint, array[cardinality(p_key)]);
  -- The ledger rows to write.
  v_draw_ords integer[] := '{}';
  v_draw_lots bigint[] := '{}';
  v_draw_amounts bigint[] := '{}';
  v_draw_balances bigint[] := '{}';
begin
  perform credit_check_items(p_account, p_amount, p_key);
  v_paying := array(
    select distinct item.account from unnest(p_account, p_amount, p_need) as item (account, amount, need)
    where greatest(item.amount, item.need) > 0
  );
  v_locked := credit_lock(v_paying, p_wait);
  v_now := ledger_now();
  if cardinality(v_locked) < cardinality(v_paying) then
    v_known := array(select account from credit_account where account = any (v_paying));
  end if;

  select coalesce(array_agg(lot.lot_id), '{}'), array_agg(lot.account), array_agg(lot.avail), array_agg(lot.total)
  into v_lots, v_owners, v_avails, v_totals
  from (
    select *, max(upto) over (partition by account) as total from credit_burning(p_account, v_now) order by account, upto
  ) lot;
  v_budgets := array(select budget from credit_budget budget where budget.account = any (v_locked) order by budget.account);
  v_lefts := array(
    select budget.credits - case when budget.ends_at > v_now then budget.spent else 0 end
    from unnest(v_budgets) with ordinality budget order by budget.ordinality
  );

  for v_item in
    select given.ord::integer, given.account, given.amount, greatest(given.amount, given.need) as need,
      earlier.amount as earlier_amount, earlier.balance as earlier_balance,
      (min(given.ord) over (partition by given.account, given.key))::integer as first_ord
    from unnest(p_account, p_amount, p_key, p_need) with ordinality as given (account, amount, key, need, ord)
    cross join lateral (
      select sum(row.amount)::bigint as amount, min(row.balance_after) as balance
      from credit_ledger row
      where row.account = given.account and row.op_key = given.key and row.kind = 2 and given.amount > 0
    ) earlier
    order by given.account, given.ord
  loop
    if v_item.account is distinct from v_account then
      v_account := v_item.account;
      while v_lock <= cardinality(v_locked) and v_locked[v_lock] < v_account loop v_lock := v_lock + 1; end loop;
      while v_lot <= cardinality(v_lots) and v_owners[v_lot] < v_account loop v_lot := v_lot + 1; end loop;
      v_is_locked := coalesce(v_locked[v_lock] = v_account, false);
      while v_budget <= cardinality(v_budgets) and (v_budgets[v_budget]).account < v_account loop v_budget := v_budget + 1; end loop;
      v_balance := case when v_owners[v_lot] = v_account then v_totals[v_lot] else 0 end;
    end if;
    if cardinality(v_budgets) > 0 then
      v_own := array(
        select own.at from generate_series(v_budget, cardinality(v_budgets)) own (at)
        where (v_budgets[own.at]).account = v_account
          and credit_budget_binds((v_budgets[own.at]).scope, (v_budgets[own.at]).members, p_key_id[v_item.ord], p_job[v_item.ord])
      );
    end if;

    o_ord := v_item.ord;
    o_balance := v_balance;
    if v_item.need = 0 then
      o_outcome := 'spent';
    elsif not v_is_locked then
      o_outcome := case when v_account = any (v_known) then 'busy' else 'unknown_account' end;
      o_balance := null;
    elsif coalesce(v_item.earlier_amount, v_paid_amounts[v_item.first_ord]) is not null then
      o_outcome := case when coalesce(v_item.earlier_amount, v_paid_amounts[v_item.first_ord]) = v_item.amount
        then 'replayed' else 'other_amount' end;
      o_balance := coalesce(v_item.earlier_balance, v_paid_balances[v_item.first_ord]);
    elsif cardinality(v_own) > 0 and exists (select from unnest(v_own) own (at) where v_item.need > v_lefts[own.at]) then
      o_outcome := 'budget_reached';
    elsif v_item.need > v_balance then
      o_outcome := 'insufficient';
    elsif v_item.amount = 0 then
      o_outcome := 'spent';
    else
      o_outcome := 'spent';
      v_balance := v_balance - v_item.amount;
      o_balance := v_balance;
      v_paid_amounts[v_item.first_ord] := v_item.amount;
      v_paid_balances[v_item.first_ord] := v_balance;
      v_left := v_item.amount;
      v_spent[v_item.ord] := v_item.amount;
      foreach v_at in array v_own loop v_lefts[v_at] := v_lefts[v_at] - v_item.amount; end loop;
      while v_left > 0 loop
        if v_avails[v_lot] = 0 then v_lot := v_lot + 1; end if;
        v_taken := least(v_left, v_avails[v_lot]);
        v_avails[v_lot] := v_avails[v_lot] - v_taken;
        v_left := v_left - v_taken;
        continue when v_taken = 0;
        v_draw_ords := v_draw_ords || v_item.ord;
        v_draw_lots := v_draw_lots || v_lots[v_lot];
        v_draw_amounts := v_draw_amounts || v_taken;
        v_draw_balances := v_draw_balances || v_balance;
      end loop;
    end if;
    return next;
  end loop;

  with total as (
    select draw.lot_id, sum(draw.amount)::bigint as taken
    from unnest(v_draw_lots, v_draw_amounts) as draw (lot_id, amount) group by draw.lot_id
  ),
  burned as (
    update credit_lot lot set avail = lot.avail - total.taken, spent = lot.spent + total.taken,
      closed_at = case when lot.avail + lot.held = total.taken then v_now end
    from total where lot.id = total.lot_id
  )
  insert into credit_ledger (account, op_key, lot_id, kind, amount, balance_after, at)
  select p_account[draw.ord], p_key[draw.ord], draw.lot_id, 2, draw.amount, draw.balance, v_now
  from unnest(v_draw_ords, v_draw_lots, v_draw_amounts, v_draw_balances) as draw (ord, lot_id, amount, balance)
  where cardinality(v_draw_ords) > 0;
  if cardinality(v_budgets) > 0 then perform credit_count_spent(p_account, v_spent, p_key_id, p_job, v_now); end if;
end $$;
