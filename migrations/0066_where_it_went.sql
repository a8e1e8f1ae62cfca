-- It has other parameters.
drop function if exists usage_spending(bigint, timestamptz, timestamptz);
