-- Reads all that a batch of lookups needs in one round trip: balance and holds, the directory's document, recent payments for the
-- profile and, for a repeated idempotency key, the first answer or the process that works on it. A suppressed person reads
-- like one the directory doesn't have.
create or replace function lookup_read_batch(
  p_account bigint[], p_profile uuid[], p_op uuid[], p_repeat_days integer
) returns table (
  o_ord integer, o_balance bigint, o_held bigint, o_document text, o_repeat boolean,
  o_request_hash uuid, o_answer text, o_created_at timestamptz, o_earlier_document text, o_charged bigint, o_balance_after bigint, o_reason text, o_state text
) language plpgsql
-- Probes an index for each item and table: a sequential scan may look cheaper to the planner, but grows with the table.
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  v_now timestamptz := ledger_now();
begin
  return query
  with item as materialized (
    select * from unnest(p_account, p_profile, p_op) with ordinality as given (account, profile, op, ord)
  ),
  balance as materialized (
    select lot.account, sum(lot.avail)::bigint as available, sum(lot.held)::bigint as held
    from credit_lot lot
    where lot.account = any (p_account) and lot.closed_at is null and lot.expires_at > v_now
    group by lot.account
  )
  select item.ord::integer,
    coalesce(balance.available, 0),
    coalesce(balance.held, 0),
    case when exists (select from suppression where suppression.key = any (known.suppression_keys)) then null
      else coalesce(known.checked, known.contacts)::text end,
    p_repeat_days > 0 and exists (
      select from lookup_repeat repeated
      where repeated.account = item.account and repeated.profile_hash = item.profile
        and repeated.paid_at > v_now - make_interval(days => p_repeat_days)
    ),
    earlier.request_hash, earlier.answer, earlier.created_at,
    case when earlier.document_version is not null then directory_document(earlier.profile_hash, earlier.document_version) end,
    earlier.charged::bigint, earlier.balance_after, earlier.reason,
    case
      when earlier.status <> 'pending' then 'answered'
      when earlier.working_until > clock_timestamp() then 'worked_on'
      when earlier.status = 'pending' then 'abandoned'
      -- The hold under this key was freed, or the answer it paid for is deleted.
      when item.op is not null and exists (
        select from credit_hold hold
        where hold.account = item.account and hold.op_key = item.op and hold.status <> 'open'
      ) then 'closed'
    end
  from item
  left join balance on balance.account = item.account
  left join directory_profile known on known.profile_hash = item.profile
  left join lookup earlier on earlier.account = item.account and earlier.op_key = item.op
  order by item.ord;
end $$;
