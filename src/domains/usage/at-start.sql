-- Calls of a month without a partition would be kept apart until the job of the night makes it.
-- Each month is a transaction of its own, so that calls wait for one at a time.
do $$ begin
  while add_month() is not null loop
    commit;
  end loop;
end $$;
