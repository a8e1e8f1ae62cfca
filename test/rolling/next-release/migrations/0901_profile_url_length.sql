-- owner: src/domains/rehearsal: ledger_month
-- The first step of a new column: later rows get it from the release, earlier ones from a background migration.
alter table directory_profile add column url_length integer;
