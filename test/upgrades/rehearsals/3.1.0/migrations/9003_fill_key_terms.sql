-- no transaction
-- allows rows: an installation has few keys, and this release reads the new table from its start
-- allows alone: it commits every 500 keys
-- Fill: 500 keys per transaction, so that no key is locked for long. Safe to repeat after a kill. What changes in the meantime is
-- copied by the triggers of 9002.
do $$
declare
  v_last text := '';
  v_next text;
begin
  loop
    with part as (
      select id, terms from api_key where id > v_last order by id limit 500 for no key update
    ), filled as (
      insert into key_terms (key_id, terms) select id, terms from part where terms is not null
      on conflict (key_id) do nothing
    )
    select max(id) into v_next from part;
    exit when v_next is null;
    v_last := v_next;
    commit;
  end loop;
end $$;
