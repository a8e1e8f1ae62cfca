-- Closes the questions of a lookup. Their cost is unearned unless a credit pays for it.
create or replace function vendor_money_settle(p_account bigint, p_op uuid, p_is_earned boolean) returns void language plpgsql as $$
begin
  if not exists (select from vendor_question where account = p_account and op_key = p_op) then return; end if;
  perform from unearned_vendor_money
  where account in (0, p_account)
    and day in (select asked.day from vendor_question asked where asked.account = p_account and asked.op_key = p_op)
  order by day, account for update;
  with ended as (
    delete from vendor_question where account = p_account and op_key = p_op returning day, paise, is_simulated
  ),
  sums as (
    select ended.day, whose.account, sum(ended.paise)::bigint as reserved,
      coalesce(sum(ended.paise) filter (where not p_is_earned and (whose.account <> 0 or not ended.is_simulated)), 0)::bigint
        as unearned
    from ended cross join (values (0::bigint), (p_account)) as whose (account)
    group by ended.day, whose.account
  )
  update unearned_vendor_money money set reserved = money.reserved - sums.reserved, paise = money.paise + sums.unearned
  from sums where money.day = sums.day and money.account = sums.account;
end $$;
