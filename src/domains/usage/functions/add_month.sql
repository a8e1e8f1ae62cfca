-- Makes one missing partition and gives its name; null when none is missing. Wanted are this month and the three after it,
-- and every month that is kept and of which rows had no partition to go to: they move into their own.
-- An attached table blocks no writer of another month; `create table … partition of` would block them all.
create or replace function add_month(p_audit_months integer default 84) returns text language plpgsql
set lock_timeout = '2s'
set timezone = 'UTC' as $$
declare
  v_table text;
  v_time text;
  v_months timestamptz[];
  v_month timestamptz;
  v_name text;
begin
  perform pg_advisory_xact_lock(7306103);
  for v_table, v_time in values ('usage_event', 'at'), ('usage_hour', 'hour'), ('audit_entry', 'at') loop
    execute format(
      'select array(
         select usage_month(ahead) from generate_series(0, 3) ahead
         union
         select date_trunc(''month'', %1$I) from %2$I where %1$I >= %3$L and %1$I < usage_month(4)
         order by 1
       )', v_time, v_table || '_outside', 
      case when v_table = 'audit_entry' then usage_month(-p_audit_months) else usage_oldest_month() end)
      into v_months;
    foreach v_month in array v_months loop
      v_name := v_table || to_char(v_month, '_YYYY_MM');
      continue when to_regclass(v_name) is not null;
      -- Calls of a month that has begun wait where they have no partition yet: one that has chosen the default would fail.
      if v_month <= usage_now() then execute format('lock table only %I in share row exclusive mode', v_table); end if;
      execute format('lock table %I in access exclusive mode', v_table || '_outside');
      execute format('create table %I (like %I including defaults including constraints) with (fillfactor = %s)', v_name, v_table,
        -- Sums are updated for an hour.
        case v_table when 'usage_hour' then 70 else 100 end);
      execute format(
        'with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from moved',
        v_table || '_outside', v_time, v_month, v_month + interval '1 month', v_name);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        v_table, v_name, v_month, v_month + interval '1 month');
      return v_name;
    end loop;
  end loop;
  return null;
end $$;
