-- Two processes answered one operation at once, one of them free: the batch is undone, and the next try sees the first.
create or replace function raise_lookup_answered_before() returns text language plpgsql as $$
begin
  raise exception 'the lookup was answered meanwhile' using errcode = 'CR006';
end $$;
