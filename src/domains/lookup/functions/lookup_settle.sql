-- Ends a lookup that asked sources: pays with what was set aside or, where that was freed meanwhile, with what there is;
-- keeps the answer; and counts what vendors took. p_need is what the account must have if nothing is set aside any more.
-- o_status 0: done; o_kept is false where it was answered before: that answer stands and nothing is paid. 1: too few
-- credits; nothing was changed.
create or replace function lookup_settle(
  p_account bigint, p_op uuid, p_amount bigint, p_need bigint, p_status text, p_reason text, p_answer text,
  p_told smallint, p_network text, p_door text, p_remember_repeats boolean, p_name_marks uuid[]
) returns table (o_status smallint, o_balance bigint, o_kept boolean) language plpgsql as $$
declare
  v_lookup lookup;
  v_hold bigint;
  v_is_paid boolean;
begin
  perform from credit_account where id = p_account for no key update;
  select * into v_lookup from lookup where account = p_account and op_key = p_op for update;
  o_kept := coalesce(v_lookup.status = 'pending', false);
  v_is_paid := o_kept and p_amount > 0;
  o_status := 0;
  select id into v_hold from credit_hold where account_id = p_account and op_key = p_op and status = 0;
  if found then
    select closed.o_balance into o_balance
    from credit_hold_close(p_account, v_hold, case when v_is_paid then p_amount else 0 end,
      case when v_is_paid then 1 else 2 end::smallint) closed;
  elsif o_kept and p_need > 0 then
    select spend.o_status, spend.o_balance into o_status, o_balance
    from credit_spend_batch(array[p_account], array[p_amount], array[p_op], true, array[p_need]) spend;
    if o_status = 1 then o_kept := false; return next; return; end if;
    o_status := 0;
  else
    o_balance := credit_available(p_account, ledger_now());
  end if;
  perform vendor_money_settle(p_account, p_op, v_is_paid or coalesce(v_lookup.charged, 0) > 0);
  if not o_kept then return next; return; end if;

  update lookup set status = p_status, charged = p_amount, balance_after = o_balance, reason = p_reason, answer = p_answer,
    pending_call = null
  where account = p_account and op_key = p_op;
  insert into usage_event (account, op_key, key_id, kind, status, credits, reason, network, door, profile_hash, told)
  values (p_account, p_op, v_lookup.key_id, 'find', p_status, p_amount, p_reason, p_network, p_door,
    case when p_told is not null then v_lookup.profile_hash end, p_told);
  if p_remember_repeats and p_amount > 0 then
    insert into lookup_repeat as repeated (account, profile_hash) values (p_account, v_lookup.profile_hash)
    on conflict (account, profile_hash) do update set paid_at = excluded.paid_at;
  end if;
  if p_name_marks is not null then
    insert into lookup_veto (account, profile_hash, name_marks) values (p_account, v_lookup.profile_hash, p_name_marks)
    on conflict (account, profile_hash) do update set name_marks = excluded.name_marks, vetoed_at = excluded.vetoed_at;
  end if;
  return next;
end $$;
