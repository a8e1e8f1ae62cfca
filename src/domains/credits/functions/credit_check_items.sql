-- Rejects a batch with missing values, which would pair amounts with the wrong keys.
create or replace function credit_check_items(p_account bigint[], p_amount bigint[], p_key uuid[]) returns void
language plpgsql immutable as $$
begin
  if cardinality(p_account) <> cardinality(p_key) or cardinality(p_amount) <> cardinality(p_key) or 0 > any (p_amount)
    or num_nulls(array_position(p_account, null), array_position(p_amount, null), array_position(p_key, null)) < 3
  then
    raise exception 'each item needs an account, an amount of 0 or more, and a key' using errcode = 'CR005';
  end if;
end $$;
