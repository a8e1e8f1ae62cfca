create or replace function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the credit ledger is append-only' using errcode = 'CR003';
end $$;

create or replace trigger credit_ledger_append_only before update or delete on credit_ledger
  for each row execute function refuse_ledger_change();

-- Partitions can still be detached or dropped, but not truncated.
do $$
declare
  v_partition regclass;
begin
  for v_partition in select inhrelid::regclass from pg_inherits where inhparent = 'credit_ledger'::regclass
  loop
    execute format('create or replace trigger credit_ledger_kept before truncate on %s
      execute function refuse_ledger_change()', v_partition);
  end loop;
end $$;
