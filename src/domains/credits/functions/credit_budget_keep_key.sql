-- A key that replaces another shares its budgets.
create or replace function credit_budget_keep_key() returns trigger language plpgsql as $$
begin
  if exists (select from credit_budget where account = new.account and scope = 'key') then
    perform from credit_account where account = new.account for no key update;
    update credit_budget set members = members || new.replaced_by
    where account = new.account and scope = 'key' and new.id = any (members) and new.replaced_by <> all (members);
  end if;
  return null;
end $$;

create or replace trigger credit_budget_keep_key after update of replaced_by on api_key
  for each row when (new.replaced_by is not null) execute function credit_budget_keep_key();
