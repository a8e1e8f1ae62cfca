-- owner: src/domains/keys: key_terms

-- Expand: `api_key.terms` moves to a table of its own. The release before reads and writes the column, this one the table. Until the
-- column is dropped, each write of one is copied to the other, in the same transaction.
create table key_terms (
  key_id text primary key references api_key on delete cascade,
  terms jsonb not null
);

create function copy_key_terms() returns trigger language plpgsql as $$
begin
  if new.terms is null then
    delete from key_terms where key_id = new.id;
  else
    insert into key_terms (key_id, terms) values (new.id, new.terms)
    on conflict (key_id) do update set terms = excluded.terms where key_terms.terms <> excluded.terms;
  end if;
  return null;
end $$;
create trigger copy_key_terms_on_insert after insert on api_key
  for each row when (new.terms is not null) execute function copy_key_terms();
create trigger copy_key_terms_on_update after update of terms on api_key
  for each row when (new.terms is distinct from old.terms) execute function copy_key_terms();

create function copy_key_terms_back() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update api_key set terms = null where id = old.key_id and terms is not null;
  else
    update api_key set terms = new.terms where id = new.key_id and terms is distinct from new.terms;
  end if;
  return null;
end $$;
create trigger copy_key_terms_back after insert or update or delete on key_terms
  for each row execute function copy_key_terms_back();
