-- Stores the answers of paid lookups, counts them, logs the disclosures and remembers which profiles were paid for. Returns the
-- lookups it stored; a lookup with a final answer stays as it is. Writes rows in key order, so that processes don't deadlock.
create or replace function lookup_store(p_endings lookup_ending[], p_remember_repeats boolean)
returns table (o_account bigint, o_op uuid) language plpgsql
-- The planner estimates ten rows for an array and would otherwise compare every item with every other.
set enable_nestloop = off as $$
begin
  return query
  with ending as materialized (select * from unnest(p_endings)),
  stored as (
    insert into lookup (account, op_key, request_hash, profile_hash, is_test, status, charged, balance_after, reason, answer,
      kept_until)
    select ending.account, ending.op_key, ending.request_hash, ending.profile_hash, ending.is_test, ending.status,
      ending.charged, ending.balance_after, ending.reason, ending.answer,
      case when ending.kind <> 'job' then clock_timestamp() + interval '24 hours' end
    from ending order by ending.account, ending.op_key
    -- Only a pending answer is replaced.
    on conflict (account, op_key) do update set status = excluded.status, charged = excluded.charged,
      balance_after = excluded.balance_after, reason = excluded.reason, answer = excluded.answer, key_id = null,
      pending_call = null, kept_until = excluded.kept_until
    where lookup.status = 'pending' and excluded.status <> 'pending'
    returning lookup.account, lookup.op_key
  ),
  counted as (
    insert into usage_event (account, op_key, key_id, is_test, kind, status, credits, reason, network, door,
      client_reference, profile_hash, disclosed_fields, job)
    select ending.account, ending.op_key, ending.key_id, ending.is_test, ending.kind,
      nullif(ending.status, case when ending.disclosed_fields is null then 'not_found' else 'completed' end), ending.charged,
      nullif(ending.reason, case ending.charged when 0 then 'not_found' else 'completed_lookup' end), ending.network, ending.door, ending.client_reference,
      case when ending.disclosed_fields is not null then ending.profile_hash end, ending.disclosed_fields, ending.job
    from ending join stored on stored.account = ending.account and stored.op_key = ending.op_key
    where ending.status <> 'pending'
  ),
  free as (
    insert into lookup_free as free (account, is_test, day, answers)
    select ending.account, ending.is_test, lookup_free_day(), count(*)
    from ending join stored on stored.account = ending.account and stored.op_key = ending.op_key
    where ending.charged = 0 and ending.status <> 'pending'
    group by ending.account, ending.is_test order by ending.account, ending.is_test
    on conflict (account, is_test) do update
    set answers = excluded.answers + case when free.day = excluded.day then free.answers else 0 end, day = excluded.day
  ),
  remembered as (
    insert into lookup_repeat as repeated (account, profile_hash)
    select distinct ending.account, ending.profile_hash
    from ending join stored on stored.account = ending.account and stored.op_key = ending.op_key
    where p_remember_repeats and ending.charged > 0
    order by ending.account, ending.profile_hash
    on conflict (account, profile_hash) do update set paid_at = excluded.paid_at
  )
  select stored.account, stored.op_key from stored;
end $$;
