-- Two processes answered one operation at once, one of them free. Raising undoes the batch, and the retry sees the first answer.
create or replace function raise_lookup_answered_before() returns text language plpgsql as $$
begin
  raise exception 'another process answered the lookup' using errcode = 'CR006';
end $$;
