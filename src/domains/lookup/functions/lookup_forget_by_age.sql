-- Deletes up to p_limit answers whose time is over, account by account, of those whose keys sort before a UUIDv7 of 24 hours ago:
-- every UUIDv7 as old as that and a few others. No index by time is needed, because such keys are in the order of time within
-- an account. A key made by a clock that is ahead is found by a later round. Keeps whom they were about for p_history_days.
-- Looks at the accounts from p_account, up to 1,000, and there at the keys after p_op. Returns where the next batch goes on, or null
-- at the end. The first batch begins at account 0.
create or replace function lookup_forget_by_age(
  p_limit integer, p_account bigint, p_op uuid, p_history_days integer, out o_account bigint, out o_op uuid
) language plpgsql
-- Goes along the primary key and stops at the limit. Other plans read all of an account first.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_accounts_max constant integer := 1000;
  v_lowest constant uuid := '00000000-0000-0000-0000-000000000000';
  v_highest constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  v_bound constant uuid :=
    rpad(lpad(to_hex((extract(epoch from now() - interval '24 hours') * 1000)::bigint), 12, '0'), 32, '0')::uuid;
  v_accounts bigint[];
  v_gone lookup[];
begin
  with recursive following (account, amount) as (
    select p_account, 1
    union all
    select (select account from lookup where lookup.account > following.account order by account limit 1), amount + 1
    from following where account is not null and amount < v_accounts_max
  )
  select array_agg(account order by account) filter (where account is not null) into v_accounts from following;

  with due as materialized (
    select old.account, old.op_key
    from unnest(v_accounts) as within (account) cross join lateral (
      select account, op_key from lookup
      where lookup.account = within.account and lookup.op_key < v_bound
        and lookup.op_key > case within.account when p_account then p_op else v_lowest end
        and kept_until < now()
      order by op_key limit p_limit for update skip locked
    ) as old
    limit p_limit
  ),
  forgotten as (
    delete from lookup using due
    where lookup.account = due.account and lookup.op_key = due.op_key
    returning lookup as gone
  )
  select array_agg(gone order by (gone).account, (gone).op_key) into v_gone from forgotten;
  perform lookup_remember(v_gone, p_history_days);

  o_account := (v_gone[p_limit]).account;
  o_op := (v_gone[p_limit]).op_key;
  if o_account is not null then return; end if;
  o_account := case when cardinality(v_accounts) = v_accounts_max then v_accounts[v_accounts_max] end;
  o_op := case when o_account is not null then v_highest end;
end $$;
