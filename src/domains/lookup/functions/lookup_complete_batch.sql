-- Pays for a batch of lookups, stores their answers and logs the disclosures, all or nothing for each. p_need as in
-- credit_spend_batch: it refuses hits and misses alike. o_outcome: answered | answered_before (the first answer is kept; it may be
-- gone after 24 hours) | insufficient | budget_reached | busy | other_amount | unknown_account | key_banned | invalid_key (the key has ended) |
-- free_used_up (the account has used its free answers of today: p_free_max).
create or replace function lookup_complete_batch(
  p_account bigint[], p_amount bigint[], p_need bigint[], p_op uuid[], p_request_hash uuid[], p_profile uuid[],
  p_key_id text[], p_is_test boolean[], p_status text[], p_reason text[], p_answer text[], p_disclosed_fields smallint[],
  p_network text[], p_kind text[], p_door text[], p_client_reference text[], p_job uuid[], p_remember_repeats boolean, p_wait boolean, p_free_max bigint[]
) returns table (o_ord integer, o_outcome text, o_balance bigint) language plpgsql
-- The planner estimates ten rows for an array and would otherwise compare every item with every other.
set enable_nestloop = off as $$
declare
  v_ended text[];
  v_reasons text[];
  v_refused text[];
  v_answered uuid[];
  v_over boolean[];
begin
  -- A lookup with a final answer isn't paid again, whatever this process found.
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
  select array_agg(ended.id), array_agg(case when ended.revoked_at is null then 'key_banned' else 'invalid_key' end)
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
  -- Locks what counts the free answers, after the accounts.
  perform credit_lock(array(select distinct account from unnest(p_account) account), p_wait);
  insert into lookup_free as free (account, is_test, day, answers)
  select distinct item.account, item.is_test, lookup_free_day(), 0 from unnest(p_account, p_is_test) as item (account, is_test)
  order by 1, 2
  on conflict (account, is_test) do update
  set answers = case when free.day = excluded.day then free.answers else 0 end, day = excluded.day;
  v_over := lookup_free_over(p_account, p_is_test, array(
    select item.amount = 0 and item.refused is null and item.op <> all (v_answered)
    from unnest(p_amount, v_refused, p_op) with ordinality as item (amount, refused, op, ord) order by item.ord
  ), p_free_max);
  if true = any (v_over) then
    select array_agg(case when item.is_over then 'free_used_up' else item.refused end order by item.ord),
      array_agg(case when item.is_over then 0 else item.amount end order by item.ord),
      array_agg(case when item.is_over then 0 else item.need end order by item.ord)
    into v_refused, p_amount, p_need
    from (
      select given.ord, given.refused, given.amount, given.need,
        given.over and given.refused is null and given.op <> all (v_answered) as is_over
      from unnest(v_refused, p_amount, p_need, v_over, p_op) with ordinality as given (refused, amount, need, over, op, ord)
      where given.op is not null
    ) item;
  end if;
  return query
  with paid as materialized (
    select spend.o_ord as ord, spend.o_outcome as outcome, spend.o_balance as balance
    from credit_spend_batch(p_account, p_amount, p_op, p_wait, p_need, p_key_id, p_job) spend
  ),
  item as materialized (
    select given.*, coalesce(given.refused, paid.outcome) as outcome, paid.balance
    from unnest(p_account, p_amount, p_op, p_request_hash, p_profile, p_key_id, p_is_test, p_status, p_reason, p_answer,
        p_disclosed_fields, p_network, p_kind, p_door, p_client_reference, p_job, v_refused) with ordinality
      as given (account, amount, op, request_hash, profile, key_id, is_test, status, reason, answer, disclosed_fields, network, kind,
        door, client_reference, job, refused, ord)
    join paid on paid.ord = given.ord
  ),
  stored as materialized (
    select keep.o_account as account, keep.o_op as op
    from lookup_store(array(
      select row(item.account, item.op, item.request_hash, item.profile, item.key_id, item.is_test, item.status, item.amount,
        item.balance, item.reason, item.answer, item.disclosed_fields, item.network, item.kind,
        item.door, item.client_reference, item.job)::lookup_ending
      from item where item.outcome = 'spent'
    ), p_remember_repeats) keep
  )
  select item.ord::integer,
    case
      when stored.op is not null then 'answered'
      when item.outcome = 'spent' and item.amount > 0 then raise_lookup_answered_before()
      when item.outcome in ('spent', 'replayed') then 'answered_before'
      else item.outcome
    end,
    item.balance
  from item left join stored on stored.account = item.account and stored.op = item.op
  order by item.ord;
end $$;
