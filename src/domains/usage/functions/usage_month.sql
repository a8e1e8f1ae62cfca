-- The first moment (UTC) of the month that lies p_months after the current one, or before it where p_months is negative.
create or replace function usage_month(p_months integer) returns timestamptz language sql volatile
set timezone = 'UTC' as $$
  select date_trunc('month', usage_now()) + p_months * interval '1 month'
$$;
