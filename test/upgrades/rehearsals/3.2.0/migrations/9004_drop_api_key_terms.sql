-- oldest release: 3.1.0
-- Contract: every release from 3.1.0 on uses key_terms.
drop trigger copy_key_terms_back on key_terms;
drop function copy_key_terms_back();
drop trigger copy_key_terms_on_update on api_key;
drop trigger copy_key_terms_on_insert on api_key;
drop function copy_key_terms();
alter table api_key drop column terms;
