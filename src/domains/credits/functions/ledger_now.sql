-- The ledger's clock. Tests replace this function in their own database; nothing else can change the time.
create or replace function ledger_now() returns timestamptz language sql volatile as 'select clock_timestamp()';
