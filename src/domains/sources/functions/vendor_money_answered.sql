-- Records what the vendor charged for a question and frees the rest of what was reserved.
create or replace function vendor_money_answered(p_account bigint, p_op uuid, p_worker uuid, p_source text, p_paise bigint) returns void
language plpgsql as $$
declare
  v_asked vendor_question;
begin
  select * into v_asked from vendor_question
  where account = p_account and op_key = p_op and worker = p_worker and source = p_source;
  perform from unearned_vendor_money where day = v_asked.day and account in (0, p_account) order by account for update;
  update vendor_question set paise = p_paise
  where account = p_account and op_key = p_op and worker = p_worker and source = p_source;
  if not found then return; end if;
  update unearned_vendor_money set reserved = reserved - v_asked.paise + p_paise
  where day = v_asked.day and account in (0, p_account);
end $$;
