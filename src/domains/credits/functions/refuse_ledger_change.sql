-- Rows are only deleted once credit_erase() has added them to the sums of erased rows.
create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform from credit_proof where reading = 'erased' and account = old.account and through_id >= old.id;
    if found then return old; end if;
  end if;
  raise exception 'the credit ledger is append-only' using errcode = 'CR003';
end $$;

create or replace trigger credit_ledger_append_only before update or delete on credit_ledger
  for each row execute function refuse_ledger_change();

create or replace trigger credit_ledger_keeps_rows before truncate on credit_ledger
  for each statement execute function refuse_ledger_change();
