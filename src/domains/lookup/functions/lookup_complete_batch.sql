-- Pays for a batch of lookups, keeps their answers, and logs who was told what, all or nothing for each.
-- o_status as in credit_spend_batch; o_kept is false where the operation had been answered before: its first answer stands.
-- 2 without o_kept: the key was spent before; without a stored answer that was more than 24 hours ago.
-- p_need as there: whoever could not have paid is refused alike, whether or not something was found.
-- And 6 where the key is banned by now, 7 where it is revoked, even if this process hasn't heard of it yet: nothing is
-- spent or kept. What was accepted before that is still finished.
create or replace function lookup_complete_batch(
  p_account bigint[], p_amount bigint[], p_need bigint[], p_op uuid[], p_request_hash uuid[], p_profile uuid[],
  p_key_id text[], p_status text[], p_reason text[], p_answer text[], p_told smallint[], p_network text[], p_door text[],
  p_remember_repeats boolean, p_wait boolean
) returns table (o_ord integer, o_status smallint, o_balance bigint, o_kept boolean) language plpgsql
-- The planner takes an array for ten rows and would compare every item with every other.
set enable_nestloop = off as $$
declare
  v_ended text[];
  v_reasons smallint[];
  v_refused smallint[];
  v_answered uuid[];
begin
  -- What has its final answer is not paid again, whatever this process found.
  v_answered := array(
    select given.op from unnest(p_account, p_op, p_request_hash) as given (account, op, request_hash)
    where given.request_hash is not null and (
      select earlier.status <> 'pending' from lookup earlier
      where earlier.account = given.account and earlier.op_key = given.op limit 1
    )
  );
  if cardinality(v_answered) > 0 then
    p_amount := array(
      select case when given.op = any (v_answered) then 0 else given.amount end
      from unnest(p_amount, p_op) with ordinality as given (amount, op, ord) order by given.ord
    );
    p_need := array(
      select case when given.op = any (v_answered) then 0 else given.need end
      from unnest(p_need, p_op) with ordinality as given (need, op, ord) order by given.ord
    );
  end if;
  select array_agg(ended.id), array_agg(case when ended.banned_at is null then 7 else 6 end)
  into v_ended, v_reasons
  from api_key ended
  where ended.id = any (p_key_id) and (ended.banned_at is not null or ended.revoked_at is not null);
  if v_ended is not null then
    select array_agg(ended.reason order by given.ord),
      array_agg(case when ended.reason is null then given.amount else 0 end order by given.ord),
      array_agg(case when ended.reason is null then given.need else 0 end order by given.ord)
    into v_refused, p_amount, p_need
    from unnest(p_account, p_amount, p_need, p_op, p_key_id) with ordinality
      as given (account, amount, need, op, key_id, ord)
    left join unnest(v_ended, v_reasons) as ended (key_id, reason) on ended.key_id = given.key_id
      and not exists (select from lookup earlier where earlier.account = given.account and earlier.op_key = given.op);
  end if;
  return query
  with paid as materialized (
    select spend.o_ord as ord, spend.o_status as status, spend.o_balance as balance
    from credit_spend_batch(p_account, p_amount, p_op, p_wait, p_need) spend
  ),
  item as materialized (
    select given.*, coalesce(given.refused, paid.status) as paid_status, paid.balance
    from unnest(p_account, p_amount, p_op, p_request_hash, p_profile, p_key_id, p_status, p_reason, p_answer, p_told,
        p_network, p_door, v_refused) with ordinality
      as given (account, amount, op, request_hash, profile, key_id, status, reason, answer, told, network, door, refused, ord)
    join paid on paid.ord = given.ord
  ),
  kept as (
    insert into lookup (account, op_key, request_hash, profile_hash, key_id, status, charged, balance_after, reason, answer)
    select item.account, item.op, item.request_hash, item.profile, item.key_id, item.status, item.amount, item.balance,
      item.reason, item.answer
    from item where item.paid_status = 0
    -- A pending answer gives way to the final one; any other stands.
    on conflict (account, op_key) do update set status = excluded.status, charged = excluded.charged,
      balance_after = excluded.balance_after, reason = excluded.reason, answer = excluded.answer, pending_call = null
    where lookup.status = 'pending' and excluded.status <> 'pending'
    returning lookup.account, lookup.op_key
  ),
  counted as (
    insert into usage_event (account, op_key, key_id, kind, status, credits, reason, network, door, profile_hash, told)
    select item.account, item.op, item.key_id, 'find', item.status, item.amount, item.reason, item.network, item.door,
      case when item.told is not null then item.profile end, item.told
    from item join kept on kept.account = item.account and kept.op_key = item.op
    where item.paid_status = 0 and item.status <> 'pending'
  ),
  remembered as (
    insert into lookup_repeat as repeated (account, profile_hash)
    select distinct item.account, item.profile
    from item join kept on kept.account = item.account and kept.op_key = item.op
    where p_remember_repeats and item.amount > 0 and item.paid_status = 0
    on conflict (account, profile_hash) do update set paid_at = excluded.paid_at
  )
  select item.ord::integer, item.paid_status, item.balance,
    case when kept.op_key is not null then true
      when item.paid_status = 0 and item.amount > 0 then lookup_answered_meanwhile() else false end
  from item left join kept on kept.account = item.account and kept.op_key = item.op
  order by item.ord;
end $$;
