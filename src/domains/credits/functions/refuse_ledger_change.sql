create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the credit ledger is append-only' using errcode = 'CR003';
end $$;

create or replace trigger credit_ledger_append_only before update or delete on credit_ledger
  for each row execute function refuse_ledger_change();

create or replace trigger credit_ledger_keeps_rows before truncate on credit_ledger
  for each statement execute function refuse_ledger_change();
