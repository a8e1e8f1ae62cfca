-- Ends a lookup that asked sources: pays from its hold or, if that was freed, from the balance; stores the answer; and counts
-- the vendor costs. p_earned_by: the sources that earn what is paid. p_need is the balance required without a hold. o_outcome: answered | answered_before (that answer is kept and
-- nothing is paid) | insufficient,
-- budget_reached (nothing changed).
create or replace function lookup_settle(
  p_account bigint, p_op uuid, p_amount bigint, p_need bigint, p_status text, p_reason text, p_answer text,
  p_disclosed_fields smallint, p_network text, p_kind text, p_door text, p_client_reference text, p_job uuid, p_remember_repeats boolean, p_name_marks uuid[],
  p_earned_by text[]
) returns table (o_outcome text, o_balance bigint) language plpgsql as $$
declare
  v_lookup lookup;
  v_hold bigint;
  v_spend text;
  v_is_paid boolean;
begin
  perform from credit_account where account = p_account for no key update;
  select * into v_lookup from lookup where account = p_account and op_key = p_op for update;
  o_outcome := case when v_lookup.status = 'pending' then 'answered' else 'answered_before' end;
  v_is_paid := o_outcome = 'answered' and p_amount > 0;
  select id into v_hold from credit_hold where account = p_account and op_key = p_op and status = 'open';
  if found then
    select closed.o_balance into o_balance
    from credit_hold_close(p_account, v_hold, case when v_is_paid then p_amount else 0 end,
      case when v_is_paid then 'settled' else 'released' end) closed;
  elsif o_outcome = 'answered' and p_need > 0 then
    select spend.o_outcome, spend.o_balance into v_spend, o_balance
    from credit_spend_batch(
      array[p_account], array[p_amount], array[p_op], true, array[p_need], array[v_lookup.key_id], array[p_job]) spend;
    if v_spend in ('insufficient', 'budget_reached') then o_outcome := v_spend; return next; return; end if;
  else
    o_balance := credit_available(p_account, ledger_now());
  end if;
  perform vendor_money_settle(p_account, p_op, v_is_paid or coalesce(v_lookup.charged, 0) > 0);
  if o_outcome = 'answered_before' then return next; return; end if;
  if v_is_paid then perform source_earned(p_earned_by, p_amount); end if;

  perform lookup_free_return(p_account, v_lookup.created_at);
  -- Test keys ask no sources.
  perform lookup_store(array[row(p_account, p_op, v_lookup.request_hash, v_lookup.profile_hash, v_lookup.key_id, false,
    p_status, p_amount, o_balance, p_reason, p_answer, p_disclosed_fields, p_network, p_kind, p_door, p_client_reference, p_job)::lookup_ending],
    p_remember_repeats);
  -- A caller knows it as pending.
  if v_lookup.is_reported and p_kind = 'find' then
    perform webhook_emit(p_account, 'lookup.completed', 'lkp_' || replace(p_op::text, '-', ''),
      json_build_object('id', 'lkp_' || replace(p_op::text, '-', ''), 'status', p_status, 'client_reference', p_client_reference,
        'credits_charged', p_amount),
      ledger_now());
  end if;
  if p_name_marks is not null then
    insert into lookup_veto (account, profile_hash, name_marks) values (p_account, v_lookup.profile_hash, p_name_marks)
    on conflict (account, profile_hash) do update set name_marks = excluded.name_marks, vetoed_at = excluded.vetoed_at;
  end if;
  return next;
end $$;
