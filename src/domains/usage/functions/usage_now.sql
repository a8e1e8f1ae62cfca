-- The clock of the usage log: the database's, whatever a process believes. A test replaces this function in its own database.
create or replace function usage_now() returns timestamptz language sql volatile as 'select clock_timestamp()';
