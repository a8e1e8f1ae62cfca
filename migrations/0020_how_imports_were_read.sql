-- How the import read its file: map, date_order and source. Null for imports before this was stored.
alter table directory_import add column reading jsonb;
