-- Aggregates the events of the next full hour that ended by p_until and returns the hour, or null when none is due yet. The
-- database's clock decides. Servers that take over from one another may differ by less than five minutes.
create or replace function usage_roll_up(p_until timestamptz) returns timestamptz language plpgsql as $$
declare
  v_hour timestamptz;
  v_end timestamptz;
begin
  select through_hour into v_hour from usage_rolled for update skip locked;
  v_end := v_hour + interval '1 hour';
  if v_hour is null or v_end > least(p_until, usage_now()) - interval '5 minutes' then return null; end if;
  -- A transaction that began before the hour's end may hold an event of it that isn't visible yet. PostgreSQL hides when
  -- another role's session began, but not that it is in a statement or has written. After six hours we wait for none.
  if exists (
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (
      (backend_type = 'client backend' and xact_start < v_end)
      or (backend_type is null and usesysid is not null and coalesce(backend_xid, backend_xmin) is not null
        and usage_now() < v_end + interval '6 hours')
    )
  ) then
    return null;
  end if;
  insert into usage_hour (account, hour, kind, status, network, is_test, requests, credits)
  select account, v_hour, kind, status, network, is_test, count(*), sum(credits)
  from usage_call where at >= v_hour and at < v_end
  group by account, kind, status, network, is_test
  order by account;
  update usage_rolled set through_hour = v_end;
  return v_hour;
end $$;
