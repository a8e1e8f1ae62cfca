create or replace function vendor_day() returns date language sql volatile as $$ select (ledger_now() at time zone 'UTC')::date $$;
