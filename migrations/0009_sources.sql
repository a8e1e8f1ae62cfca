-- What a source said of a profile, while it is fresh; kept only as far as the source's terms allow.
create table source_answer (
  profile_hash uuid not null,
  source text not null,
  -- What it was asked for: the sum of 1 for e-mails, 2 for phones and 4 for links.
  wanted smallint not null,
  -- null: the source knows nothing
  contacts json,
  fetched_at timestamptz not null default clock_timestamp(),
  fresh_until timestamptz not null,
  primary key (profile_hash, source, wanted)
) partition by hash (profile_hash);

do $$ begin
  for part in 0..7 loop
    execute format('create table source_answer_%s partition of source_answer for values with (modulus 8, remainder %s)', part, part);
  end loop;
end $$;

-- Which process asks a source about a profile right now. A paid source is asked for the same by one process at a time; of a
-- free one it is noted, so that what killed a process is not read by the next one.
create table source_claim (
  profile_hash uuid not null,
  source text not null,
  wanted smallint not null,
  holder uuid not null,
  -- The holder counts as dead after this unless it says otherwise.
  claimed_until timestamptz not null,
  primary key (profile_hash, source, wanted)
);

-- Profiles of which a source showed something that is kept, with what stands for them and their values in the suppression
-- list: a person whom only sources know is found by any of their values, also in vendors' answers below.
create table source_profile (
  profile_hash uuid primary key,
  url text not null,
  suppression_keys uuid[] not null,
  seen_at timestamptz not null
);
create index source_profile_suppression_keys on source_profile using gin (suppression_keys);
create index source_profile_seen on source_profile (seen_at);

-- Answers of vendors' APIs with their validators, so that an unchanged one is not sent again. An erasure finds them by the
-- profile they were asked about, so each profile has its own, also of a site that several share.
create table http_validator (
  profile_hash uuid not null,
  url_hash uuid not null,
  etag text,
  last_modified text,
  body json not null,
  fetched_at timestamptz not null,
  primary key (profile_hash, url_hash)
);

-- What became of questions to a source, one row a day: what operators judge it by.
create table source_tally (
  source text not null,
  day date not null,
  asked bigint not null default 0,
  found bigint not null default 0,
  not_found bigint not null default 0,
  failed bigint not null default 0,
  ms bigint not null default 0,
  paise numeric(14, 2) not null default 0,
  uncertain_paise numeric(14, 2) not null default 0,
  primary key (source, day)
);

-- Money that vendors took, a day (UTC), for lookups that brought in no credit: of each account, and of all under account 0.
create table unearned_vendor_money (
  day date not null,
  account bigint not null,
  paise bigint not null default 0 check (paise >= 0),
  -- The most that lookups under way may add to it.
  reserved bigint not null default 0 check (reserved >= 0),
  -- When operators were told that the limit is reached.
  alerted_at timestamptz,
  primary key (day, account)
);

-- Questions to paid sources of lookups that have not ended, each with what it cost: all it may cost until it is answered, and
-- for good where its process died.
create table vendor_question (
  account bigint not null,
  op_key uuid not null,
  worker uuid not null,
  source text not null,
  day date not null,
  paise bigint not null check (paise >= 0),
  -- About a suppressed person: nobody is asked. It counts for the account as it would for somebody unknown, not for all.
  is_pretended boolean not null,
  primary key (account, op_key, worker, source)
);

create function vendor_day() returns date language sql volatile as $$ select (ledger_now() at time zone 'UTC')::date $$;

-- Sets aside what a question may cost, as long as neither the account nor all together can pass their limit by it.
--   reserved; not_ours: another process has the lookup; under_way: only what is set aside for others stands in the way;
--   limit_reached: o_account's limit (0: of all) leaves no room today. o_is_news until operators were told.
create function vendor_money_reserve(
  p_account bigint, p_op uuid, p_worker uuid, p_source text, p_paise bigint, p_is_pretended boolean,
  p_account_max bigint, p_all_max bigint
) returns table (o_outcome text, o_account bigint, o_paise bigint, o_is_news boolean) language plpgsql as $$
declare
  v_day date := vendor_day();
  v_money unearned_vendor_money;
  v_max bigint;
begin
  o_outcome := 'reserved';
  perform from lookup where account = p_account and op_key = p_op and status = 'pending' and worker = p_worker for share;
  if not found then o_outcome := 'not_ours'; return next; return; end if;
  insert into unearned_vendor_money (day, account) values (v_day, 0), (v_day, p_account) on conflict do nothing;
  for v_money in
    select * from unearned_vendor_money where day = v_day and account in (0, p_account) order by account for update
  loop
    v_max := case when v_money.account = 0 then p_all_max else p_account_max end;
    if v_money.paise + p_paise > v_max then
      o_outcome := 'limit_reached';
      o_account := v_money.account;
      o_paise := v_money.paise;
      o_is_news := v_money.alerted_at is null;
      return next;
      return;
    elsif v_money.paise + v_money.reserved + p_paise > v_max then
      o_outcome := 'under_way';
    end if;
  end loop;
  if o_outcome = 'reserved' then
    update unearned_vendor_money set reserved = reserved + p_paise where day = v_day and account in (0, p_account);
    insert into vendor_question as asked (account, op_key, worker, source, day, paise, is_pretended)
    values (p_account, p_op, p_worker, p_source, v_day, p_paise, p_is_pretended)
    on conflict (account, op_key, worker, source) do update set paise = asked.paise + excluded.paise;
  end if;
  return next;
end $$;

-- Says what the vendor took for a question; the rest of what was set aside is free again.
create function vendor_money_answered(p_account bigint, p_op uuid, p_worker uuid, p_source text, p_paise bigint) returns void
language plpgsql as $$
declare
  v_asked vendor_question;
begin
  select * into v_asked from vendor_question
  where account = p_account and op_key = p_op and worker = p_worker and source = p_source;
  perform from unearned_vendor_money where day = v_asked.day and account in (0, p_account) order by account for update;
  update vendor_question set paise = p_paise
  where account = p_account and op_key = p_op and worker = p_worker and source = p_source;
  if not found then return; end if;
  update unearned_vendor_money set reserved = reserved - v_asked.paise + p_paise
  where day = v_asked.day and account in (0, p_account);
end $$;

-- Ends the questions of a lookup: what they cost is unearned unless a credit pays for it.
create function vendor_money_settle(p_account bigint, p_op uuid, p_is_earned boolean) returns void language plpgsql as $$
begin
  if not exists (select from vendor_question where account = p_account and op_key = p_op) then return; end if;
  perform from unearned_vendor_money
  where account in (0, p_account)
    and day in (select asked.day from vendor_question asked where asked.account = p_account and asked.op_key = p_op)
  order by day, account for update;
  with ended as (
    delete from vendor_question where account = p_account and op_key = p_op returning day, paise, is_pretended
  ),
  sums as (
    select ended.day, whose.account, sum(ended.paise)::bigint as reserved,
      coalesce(sum(ended.paise) filter (where not p_is_earned and (whose.account <> 0 or not ended.is_pretended)), 0)::bigint
        as unearned
    from ended cross join (values (0::bigint), (p_account)) as whose (account)
    group by ended.day, whose.account
  )
  update unearned_vendor_money money set reserved = money.reserved - sums.reserved, paise = money.paise + sums.unearned
  from sums where money.day = sums.day and money.account = sums.account;
end $$;

-- Begins a lookup that asks sources: sets its price aside and says which process works on it, together. Who can't pay is
-- refused before anybody is asked.
-- o_status 0: begun. 1: too few credits. 2: it is under way or answered. 3: what was set aside for it before is closed.
create function lookup_begin(
  p_account bigint, p_op uuid, p_request_hash uuid, p_profile uuid, p_key_id text, p_price bigint, p_answer text,
  p_call json, p_worker uuid, p_lease interval, p_hold_lease interval
) returns smallint language plpgsql as $$
declare
  v_held record;
begin
  perform from credit_account where id = p_account for no key update;
  if exists (select from lookup where account = p_account and op_key = p_op) then return 2; end if;
  if p_price > 0 then
    select hold.o_status, hold.o_state into v_held from credit_hold_open(p_account, p_price, p_op, p_hold_lease) hold;
    if v_held.o_status = 1 then return 1; end if;
    if v_held.o_state <> 0 then return 3; end if;
  end if;
  insert into lookup (account, op_key, request_hash, profile_hash, key_id, status, charged, balance_after, reason, answer,
    pending_call, worker, working_until)
  values (p_account, p_op, p_request_hash, p_profile, p_key_id, 'pending', 0, credit_available(p_account, ledger_now()),
    'pending', p_answer, p_call, p_worker, clock_timestamp() + p_lease)
  on conflict do nothing;
  return case when found then 0 else 2 end;
end $$;

-- Ends a lookup that asked sources: pays with what was set aside or, where that was freed meanwhile, with what there is;
-- keeps the answer; and counts what vendors took. p_need is what the account must have if nothing is set aside any more.
-- o_status 0: done; o_kept is false where it was answered before: that answer stands and nothing is paid. 1: too few
-- credits; nothing was changed.
create function lookup_settle(
  p_account bigint, p_op uuid, p_amount bigint, p_need bigint, p_status text, p_reason text, p_answer text,
  p_told smallint, p_network text, p_door text, p_remember_repeats boolean, p_name_marks uuid[]
) returns table (o_status smallint, o_balance bigint, o_kept boolean) language plpgsql as $$
declare
  v_lookup lookup;
  v_hold bigint;
  v_is_paid boolean;
begin
  perform from credit_account where id = p_account for no key update;
  select * into v_lookup from lookup where account = p_account and op_key = p_op for update;
  o_kept := coalesce(v_lookup.status = 'pending', false);
  v_is_paid := o_kept and p_amount > 0;
  o_status := 0;
  select id into v_hold from credit_hold where account_id = p_account and op_key = p_op and status = 0;
  if found then
    select closed.o_balance into o_balance
    from credit_hold_close(p_account, v_hold, case when v_is_paid then p_amount else 0 end,
      case when v_is_paid then 1 else 2 end::smallint) closed;
  elsif o_kept and p_need > 0 then
    select spend.o_status, spend.o_balance into o_status, o_balance
    from credit_spend_batch(array[p_account], array[p_amount], array[p_op], true, array[p_need]) spend;
    if o_status = 1 then o_kept := false; return next; return; end if;
    o_status := 0;
  else
    o_balance := credit_available(p_account, ledger_now());
  end if;
  perform vendor_money_settle(p_account, p_op, v_is_paid or coalesce(v_lookup.charged, 0) > 0);
  if not o_kept then return next; return; end if;

  update lookup set status = p_status, charged = p_amount, balance_after = o_balance, reason = p_reason, answer = p_answer,
    pending_call = null
  where account = p_account and op_key = p_op;
  insert into usage_event (account, op_key, key_id, kind, status, credits, reason, network, door, profile_hash, told)
  values (p_account, p_op, v_lookup.key_id, 'find', p_status, p_amount, p_reason, p_network, p_door,
    case when p_told is not null then v_lookup.profile_hash end, p_told);
  if p_remember_repeats and p_amount > 0 then
    insert into lookup_repeat as repeated (account, profile_hash) values (p_account, v_lookup.profile_hash)
    on conflict (account, profile_hash) do update set paid_at = excluded.paid_at;
  end if;
  if p_name_marks is not null then
    insert into lookup_veto (account, profile_hash, name_marks) values (p_account, v_lookup.profile_hash, p_name_marks)
    on conflict (account, profile_hash) do update set name_marks = excluded.name_marks, vetoed_at = excluded.vetoed_at;
  end if;
  return next;
end $$;

-- Drops a lookup that ends without an answer: what was set aside is free again, what vendors took is unearned. False where
-- another process has it, it is answered, or a caller was told that it is pending.
create function lookup_drop(p_account bigint, p_op uuid, p_worker uuid) returns boolean language plpgsql as $$
declare
  v_hold bigint;
begin
  perform from credit_account where id = p_account for no key update;
  delete from lookup
  where account = p_account and op_key = p_op and status = 'pending' and worker = p_worker and not is_told;
  if not found then return false; end if;
  select id into v_hold from credit_hold where account_id = p_account and op_key = p_op and status = 0;
  if found then perform credit_hold_close(p_account, v_hold, 0, 2::smallint); end if;
  perform vendor_money_settle(p_account, p_op, false);
  return true;
end $$;
