-- Runs in a cell, for rows of the suppression list that arrive by replication: docs/decisions/cells.md. Takes the lock that a change of
-- the list takes where it is made. A row may be there already, because a source returned the person to this cell.
create or replace function suppression_arrives() returns trigger language plpgsql set search_path from current as $$
begin
  perform pg_advisory_xact_lock(7306101);
  if tg_table_name = 'suppression' and tg_op = 'INSERT' then
    update suppression set because_of = new.because_of, reason = new.reason, requested_by = new.requested_by,
      created_at = new.created_at where key = new.key;
    if found then return null; end if;
  elsif tg_op = 'DELETE' then
    -- A replicated delete doesn't cascade to rows of this cell alone.
    delete from suppression where because_of = old.key;
    return old;
  end if;
  return new;
end $$;

create or replace trigger suppression_arrives before insert or delete on suppression
  for each row execute function suppression_arrives();
alter table suppression enable replica trigger suppression_arrives;
create or replace trigger suppression_withdrawal_arrives before insert on suppression_withdrawal
  for each row execute function suppression_arrives();
alter table suppression_withdrawal enable replica trigger suppression_withdrawal_arrives;
