-- Reserves what a question may cost, if neither the account nor all accounts together can exceed their limit by it.
--   reserved; not_ours: another process has the lookup; under_way: only other lookups' reservations stand in the way;
--   limit_reached: o_account's limit (0: all accounts) is used up today. o_is_news until operators were alerted.
create or replace function vendor_money_reserve(
  p_account bigint, p_op uuid, p_worker uuid, p_source text, p_paise bigint, p_is_pretended boolean,
  p_account_max bigint, p_all_max bigint
) returns table (o_outcome text, o_account bigint, o_paise bigint, o_is_news boolean) language plpgsql as $$
declare
  v_day date := vendor_day();
  v_money unearned_vendor_money;
  v_max bigint;
begin
  o_outcome := 'reserved';
  perform from lookup where account = p_account and op_key = p_op and status = 'pending' and worker = p_worker for share;
  if not found then o_outcome := 'not_ours'; return next; return; end if;
  insert into unearned_vendor_money (day, account) values (v_day, 0), (v_day, p_account) on conflict do nothing;
  for v_money in
    select * from unearned_vendor_money where day = v_day and account in (0, p_account) order by account for update
  loop
    v_max := case when v_money.account = 0 then p_all_max else p_account_max end;
    if v_money.paise + p_paise > v_max then
      o_outcome := 'limit_reached';
      o_account := v_money.account;
      o_paise := v_money.paise;
      o_is_news := v_money.alerted_at is null;
      return next;
      return;
    elsif v_money.paise + v_money.reserved + p_paise > v_max then
      o_outcome := 'under_way';
    end if;
  end loop;
  if o_outcome = 'reserved' then
    update unearned_vendor_money set reserved = reserved + p_paise where day = v_day and account in (0, p_account);
    insert into vendor_question as asked (account, op_key, worker, source, day, paise, is_simulated)
    values (p_account, p_op, p_worker, p_source, v_day, p_paise, p_is_pretended)
    on conflict (account, op_key, worker, source) do update set paise = asked.paise + excluded.paise;
  end if;
  return next;
end $$;
