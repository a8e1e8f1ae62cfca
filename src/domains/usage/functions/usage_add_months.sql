-- Creates the partitions for the month of p_from and p_ahead months after it, and moves their rows out of the default
-- partition. Attaching a table blocks no writer of another month; `create table … partition of` would block them all.
create or replace function usage_add_months(p_from timestamptz, p_ahead integer) returns void language plpgsql
set lock_timeout = '2s'
set timezone = 'UTC' as $$
declare
  v_table text;
  v_time text;
  v_month timestamptz;
  v_name text;
begin
  perform pg_advisory_xact_lock(7306103);
  for v_table, v_time in values ('usage_event', 'at'), ('usage_hour', 'hour') loop
    for v_month in
      select date_trunc('month', p_from) + ahead * interval '1 month' from generate_series(0, p_ahead) ahead
    loop
      v_name := v_table || to_char(v_month, '_YYYY_MM');
      continue when to_regclass(v_name) is not null;
      execute format('create table %I (like %I including defaults including constraints)', v_name, v_table);
      execute format(
        'with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from moved',
        v_table || '_outside', v_time, v_month, v_month + interval '1 month', v_name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        v_table, v_name, v_month, v_month + interval '1 month');
    end loop;
  end loop;
end $$;

-- A new database gets its partitions before its first call.
do $$ begin perform usage_add_months(clock_timestamp(), 3); end $$;
