create or replace function refuse_tax_document_change() returns trigger language plpgsql as $$
begin
  raise exception 'an issued invoice or credit note never changes; issue a credit note' using errcode = 'IN001';
end $$;

create or replace trigger tax_document_final before update or delete on tax_document
  for each row execute function refuse_tax_document_change();
create or replace trigger tax_document_kept before truncate on tax_document
  execute function refuse_tax_document_change();
create or replace trigger tax_document_file_final before update or delete on tax_document_file
  for each row execute function refuse_tax_document_change();
