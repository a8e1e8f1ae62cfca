-- The ledger's clock. A test replaces this function in its own database; nothing else can set it.
create or replace function ledger_now() returns timestamptz language sql volatile as 'select clock_timestamp()';
