-- When a budget's period began, at p_shift 0, or when the next one begins, at p_shift 1. A day starts at the zone's midnight.
create or replace function credit_period_start(p_period text, p_time_zone text, p_at timestamptz, p_shift integer default 0)
returns timestamptz language sql stable as $$
  select (date_trunc(p_period, p_at at time zone p_time_zone) + p_shift * ('1 ' || p_period)::interval) at time zone p_time_zone
$$;
