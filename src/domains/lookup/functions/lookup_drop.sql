-- Deletes a lookup that ends without an answer, frees its hold and counts its vendor costs as unearned. Returns false when
-- another process has it, it is answered, or a caller knows it as pending.
create or replace function lookup_drop(p_account bigint, p_op uuid, p_worker uuid) returns boolean language plpgsql as $$
declare
  v_hold bigint;
  v_begun_at timestamptz;
begin
  perform from credit_account where account = p_account for no key update;
  delete from lookup
  where account = p_account and op_key = p_op and status = 'pending' and worker = p_worker and not is_reported
  returning created_at into v_begun_at;
  if not found then return false; end if;
  select id into v_hold from credit_hold where account = p_account and op_key = p_op and status = 'open';
  if found then perform credit_hold_close(p_account, v_hold, 0, 'released'); end if;
  perform vendor_money_settle(p_account, p_op, false);
  perform lookup_free_return(p_account, v_begun_at);
  return true;
end $$;
