-- Answers a batch of new lookups from the directory alone: reads, decides, pays, stores and counts in one statement.
-- p_wants: the sum of 1 emails, 2 phones and 4 links, or 0 for anything. p_words: the words of the caller's name if they can rule
-- out a person, with spaces between. p_is_covered: whether a source may know more. p_answer: the answer without its document, as
-- JSON (its envelope). p_at: when, in milliseconds since 1970. o_outcome:
--   answered              paid and stored, with o_document if a person is disclosed, and o_is_veto if the name ruled the person out
--   undecided             nothing was done: a source may know more, the operation isn't new, or its key has ended
--   insufficient, busy    nothing was done: as credit_spend_ones
--   budget_reached        nothing was done: a budget of the account, the key or the job has nothing left
--   free_used_up          nothing was done: the account has used its free answers of today (p_free_max)
-- Raises unique_violation when another process answers one of the operations at this moment.
create or replace function lookup_answer_batch(
  p_account bigint[], p_profile uuid[], p_op uuid[], p_request_hash uuid[], p_key_id text[], p_wants smallint[],
  p_words text[], p_is_covered boolean[], p_answer text[], p_at bigint[], p_network text[], p_kind text[], p_door text[],
  p_client_reference text[], p_job uuid[], p_repeat_days integer, p_wait boolean, p_free_max bigint[]
) returns table (
  o_ord integer, o_outcome text, o_balance bigint, o_charged smallint, o_reason text, o_is_veto boolean, o_holds smallint,
  o_document text
) language plpgsql
-- One plan for all batches: planning for the parameters each time is 20% slower. It is made early, while tables may be small,
-- so it has to probe an index for each item: reading or hashing whole tables would look cheaper then, and grow with them.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz;
  v_ended text[];
  v_outcome text[];
  v_charged smallint[];
  v_need smallint[];
  v_reason text[];
  v_is_veto boolean[];
  v_disclosed smallint[];
  v_holds smallint[];
  v_version bigint[];
  v_document text[];
  v_balance bigint[];
  v_over boolean[];
  v_locked bigint[];
  v_budget_left bigint;
  -- More than other processes answer while this statement runs.
  v_margin constant bigint := 2048;
  v_least bigint := (select min(item) from unnest(p_free_max) item);
begin
  -- Waits before it reads: a ban, an opt-out or a change that is made in the meantime counts.
  if p_wait then perform credit_lock(array(select distinct account from unnest(p_account) account), true); end if;
  v_now := ledger_now();
  v_ended := array(
    select id from api_key where id = any (p_key_id) and (banned_at is not null or revoked_at is not null)
  );
  with item as materialized (
    select given.*, case given.wants when 0 then 7 else given.wants end as wanted
    from unnest(p_account, p_profile, p_op, p_request_hash, p_key_id, p_wants, p_words, p_is_covered) with ordinality
      as given (account, profile, op, request_hash, key_id, wants, words, is_covered, ord)
  ),
  sight as materialized (
    select item.ord, item.wants, item.wanted, item.is_covered, known.version, known.holds, coalesce(known.checked, known.contacts)::text as document,
      item.key_id = any (v_ended) or item.request_hash is not null and (
        exists (select from lookup earlier where earlier.account = item.account and earlier.op_key = item.op)
        or exists (select from credit_ledger paid where paid.account = item.account and paid.op_key = item.op)
        or exists (select from credit_hold hold where hold.account = item.account and hold.op_key = item.op)
      ) as is_known,
      item.words is not null and known.name_words is not null and not exists (
        select from unnest(string_to_array(item.words, ' ')) given (word), unnest(known.name_words) own (word)
        where starts_with(given.word, own.word) or starts_with(own.word, given.word)
      ) as is_veto,
      p_repeat_days > 0 and exists (
        select from lookup_repeat repeated
        where repeated.account = item.account and repeated.profile_hash = item.profile
          and repeated.paid_at > v_now - make_interval(days => p_repeat_days)
      ) as is_repeat
    from item
    left join directory_profile known on known.profile_hash = item.profile
      and not exists (select from suppression where suppression.key = any (known.suppression_keys))
  ),
  decided as materialized (
    select sight.*,
      case
        when sight.is_known then 'undecided'
        when sight.version is not null and sight.is_veto then 'not_found'
        when sight.is_covered and not coalesce(
          case sight.wants when 0 then sight.holds & 3 <> 0 else sight.holds & sight.wants = sight.wants end, false) then 'undecided'
        when coalesce(sight.holds & sight.wanted, 0) = 0 then 'not_found'
        else 'found'
      end as outcome
    from sight
  ),
  priced as materialized (
    select decided.*,
      case
        when decided.outcome <> 'found' then 'not_found'
        when decided.holds & decided.wanted & 3 = 0 then 'links_only'
        when decided.is_repeat then 'repeat'
        else 'completed_lookup'
      end as reason
    from decided
  )
  select array_agg(outcome order by ord), array_agg((reason = 'completed_lookup')::integer::smallint order by ord),
    array_agg((outcome <> 'undecided' and not is_repeat)::integer::smallint order by ord), array_agg(reason order by ord),
    array_agg(is_veto order by ord), array_agg(holds order by ord),
    array_agg(case when outcome = 'found' then (holds & wanted)::smallint end order by ord),
    array_agg(case when outcome = 'found' then version end order by ord),
    array_agg(case when outcome = 'found' then document end order by ord)
  into v_outcome, v_charged, v_need, v_reason, v_is_veto, v_holds, v_disclosed, v_version, v_document
  from priced;

  -- Most accounts are far from the bound. For the others the count is read once they are locked.
  if v_least <= v_margin or exists (
    select from lookup_free free
    where free.account = any (p_account) and not free.is_test and free.day = lookup_free_day()
      and free.answers > v_least - v_margin
  ) then
    perform credit_lock(array(select distinct account from unnest(p_account) account), p_wait);
    v_over := lookup_free_over(p_account, array_fill(false, array[cardinality(p_account)]), array(
      select item.outcome <> 'undecided' and item.charged = 0
      from unnest(v_outcome, v_charged) with ordinality as item (outcome, charged, ord) order by item.ord
    ), p_free_max);
    select array_agg(case when item.is_over then 'free_used_up' else item.outcome end order by item.ord),
      array_agg(case when item.is_over then 0::smallint else item.charged end order by item.ord),
      array_agg(case when item.is_over then 0::smallint else item.need end order by item.ord)
    into v_outcome, v_charged, v_need
    from (
      select given.ord, given.outcome, given.charged, given.need, given.over and given.outcome <> 'undecided' as is_over
      from unnest(v_outcome, v_charged, v_need, v_over) with ordinality as given (outcome, charged, need, over, ord)
    ) item;
  end if;

  v_locked := credit_lock(array(
    select distinct item.account from unnest(p_account, v_need) as item (account, need) where item.need > 0
  ), false);
  v_now := ledger_now();
  -- The least that any of their budgets has left. Most have enough for the whole batch.
  select min(credits - case when ends_at > v_now then spent else 0 end) into v_budget_left
  from credit_budget where account = any (v_locked);
  if v_budget_left < cardinality(p_account) then
    v_over := credit_over_budget(p_account, v_charged, v_need, p_key_id, p_job, v_now);
    select array_agg(case when item.is_over then 'budget_reached' else item.outcome end order by item.ord),
      array_agg(case when item.is_over then 0::smallint else item.charged end order by item.ord),
      array_agg(case when item.is_over then 0::smallint else item.need end order by item.ord)
    into v_outcome, v_charged, v_need
    from (
      select given.ord, given.outcome, given.charged, given.need, given.over and given.account = any (v_locked) as is_over
      from unnest(p_account, v_outcome, v_charged, v_need, v_over) with ordinality as given (account, outcome, charged, need, over, ord)
    ) item;
  end if;

  select array_agg(case when v_outcome[spend.o_ord] in ('undecided', 'free_used_up', 'budget_reached') then v_outcome[spend.o_ord]
      when spend.o_outcome = 'spent' then 'answered' else spend.o_outcome end order by spend.o_ord),
    array_agg(spend.o_balance order by spend.o_ord)
  into v_outcome, v_balance
  from credit_spend_ones(p_account, v_charged, v_need, p_op, v_locked, v_now) spend;
  if v_budget_left is not null then
    perform credit_count_spent(p_account, array(
      select case item.outcome when 'answered' then item.charged else 0 end
      from unnest(v_outcome, v_charged) with ordinality as item (outcome, charged, ord) order by item.ord
    ), p_key_id, p_job, v_now);
  end if;

  with answered as materialized (
    select * from unnest(p_account, p_op, p_request_hash, p_profile, p_key_id, v_charged, v_balance, v_reason, v_is_veto, p_answer,
      p_at, v_version, v_disclosed, v_document, p_network, p_kind, p_door, p_client_reference, p_job, v_outcome)
      as item (account, op, request_hash, profile, key_id, charged, balance, reason, is_veto, answer,
        at, version, disclosed_fields, document, network, kind, door, client_reference, job, outcome)
    where item.outcome = 'answered'
  ),
  stored as (
    insert into lookup (account, op_key, request_hash, profile_hash, status, charged, balance_after, reason, answer,
      created_at, document_version, kept_until)
    select account, op, request_hash, profile, case when disclosed_fields is null then 'not_found' else 'completed' end, charged,
      balance, nullif(reason, case charged when 0 then 'not_found' else 'completed_lookup' end),
      case
        when is_veto and disclosed_fields is null then left(answer, -1) || ',"vetoed":true}'
        -- The results of a job are kept for longer than former documents.
        when kind = 'job' and disclosed_fields is not null then left(answer, -1) || ',"document":' || document || '}'
        else answer
      end,
      'epoch'::timestamptz + at * interval '1 millisecond', case when kind <> 'job' then version end,
      case when kind <> 'job' then clock_timestamp() + interval '24 hours' end
    -- In key order, so that processes don't deadlock over repeats that are free and take no account's lock.
    from answered order by account, op
  ),
  counted as (
    insert into lookup_free as free (account, is_test, day, answers)
    select account, false, lookup_free_day(), count(*) from answered where charged = 0 group by account order by account
    on conflict (account, is_test) do update
    set answers = excluded.answers + case when free.day = excluded.day then free.answers else 0 end, day = excluded.day
  ),
  remembered as (
    insert into lookup_repeat as repeated (account, profile_hash)
    select distinct account, profile from answered where p_repeat_days > 0 and charged > 0 order by account, profile
    on conflict (account, profile_hash) do update set paid_at = excluded.paid_at
  )
  insert into usage_event (account, op_key, key_id, kind, credits, reason, network, door, client_reference, profile_hash,
    disclosed_fields, job)
  select account, op, key_id, kind, charged, nullif(reason, case charged when 0 then 'not_found' else 'completed_lookup' end),
    network, door, client_reference, case when disclosed_fields is not null then profile end, disclosed_fields, job
  from answered;

  return query
  select item.ord::integer, item.outcome, item.balance, item.charged, item.reason, item.is_veto, item.holds,
    case when item.outcome = 'answered' then item.document end
  from unnest(v_outcome, v_balance, v_charged, v_reason, v_is_veto, v_holds, v_document) with ordinality
    as item (outcome, balance, charged, reason, is_veto, holds, document, ord)
  order by item.ord;
end $$;
