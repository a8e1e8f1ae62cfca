-- Drops one partition past retention and returns its name, or null when none is left. A drop blocks all access, so each runs
-- in its own transaction and gives up when a table stays in use.
create or replace function drop_month(p_audit_months integer) returns text language plpgsql
set lock_timeout = '2s'
set timezone = 'UTC' as $$
declare
  v_name text;
begin
  perform pg_advisory_xact_lock(7306103);
  select partition.relname into v_name
  from pg_inherits join pg_class partition on partition.oid = pg_inherits.inhrelid
  where pg_inherits.inhparent in ('usage_event'::regclass, 'usage_hour'::regclass, 'audit_entry'::regclass)
    and partition.relname ~ '_\d{4}_\d{2}$'
    and right(partition.relname, 7) < to_char(
      case pg_inherits.inhparent when 'audit_entry'::regclass then usage_month(-p_audit_months) else usage_oldest_month() end,
      'YYYY_MM')
  order by right(partition.relname, 7), partition.relname
  limit 1;
  if v_name is not null then execute format('drop table %I', v_name); end if;
  return v_name;
end $$;
