-- Begins a lookup that asks sources: holds its price and records the process that works on it, in one step. An account that
-- can't pay is refused before any source is asked.
-- begun | insufficient | budget_reached | free_used_up (the account has used its free answers of today) | under_way (or already answered) | closed: an earlier hold under this key is closed.
create or replace function lookup_begin(
  p_account bigint, p_op uuid, p_request_hash uuid, p_profile uuid, p_key_id text, p_price bigint, p_answer text,
  p_call json, p_worker uuid, p_lease interval, p_hold_lease interval, p_free_max bigint
) returns text language plpgsql as $$
declare
  v_held record;
begin
  perform from credit_account where account = p_account for no key update;
  if exists (select from lookup where account = p_account and op_key = p_op) then return 'under_way'; end if;
  if (lookup_free_over(array[p_account], array[false], array[true], array[p_free_max]))[1] then return 'free_used_up'; end if;
  if p_price > 0 then
    select hold.o_outcome, hold.o_state into v_held from credit_hold_open(
      p_account, p_price, p_op, p_hold_lease, p_key_id, (p_call ->> 'job')::uuid) hold;
    if v_held.o_outcome in ('insufficient', 'budget_reached') then return v_held.o_outcome; end if;
    if v_held.o_state <> 'open' then return 'closed'; end if;
  end if;
  insert into lookup (account, op_key, request_hash, profile_hash, key_id, status, charged, balance_after, reason, answer,
    pending_call, worker, working_until)
  values (p_account, p_op, p_request_hash, p_profile, p_key_id, 'pending', 0, credit_available(p_account, ledger_now()),
    'pending', p_answer, p_call, p_worker, clock_timestamp() + p_lease)
  on conflict do nothing;
  if not found then return 'under_way'; end if;
  -- It may turn out to be free. lookup_settle() and lookup_drop() take this back.
  insert into lookup_free as free (account, is_test, day, answers) values (p_account, false, lookup_free_day(), 1)
  on conflict (account, is_test) do update
  set answers = 1 + case when free.day = excluded.day then free.answers else 0 end, day = excluded.day;
  return 'begun';
end $$;
