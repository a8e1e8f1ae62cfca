-- Notes the month of each movement from now on, also of those that the older release writes.
create or replace function note_ledger_month() returns trigger language plpgsql as $$
begin
  insert into ledger_month values (new.account, new.op_key, new.lot_id, new.kind, date_trunc('month', new.at, 'UTC'))
  on conflict do nothing;
  return null;
end $$;

create or replace trigger credit_ledger_notes_month after insert on credit_ledger
  for each row execute function note_ledger_month();
