create or replace function open_credit_account() returns trigger language plpgsql as $$
begin
  insert into credit_account (account) values (new.id);
  return null;
end $$;

create or replace trigger account_has_credits after insert on account for each row execute function open_credit_account();
