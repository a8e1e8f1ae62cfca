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

-- Who asks a paid source for the same of a profile right now: over all processes only one does.
create table source_claim (
  profile_hash uuid not null,
  source text not null,
  wanted smallint not null,
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

-- Ends a lookup that had set a credit aside: settles or releases the hold and keeps the answer, together.
-- o_status 0: done. 1: the hold's lease was over before; nothing was paid and nothing kept.
create function lookup_settle(
  p_account bigint, p_hold bigint, p_amount bigint, p_op uuid, p_request_hash uuid, p_profile uuid, p_key_id text,
  p_status text, p_reason text, p_answer text, p_told smallint, p_network text, p_door text,
  p_remember_repeats boolean
) returns table (o_status smallint, o_balance bigint, o_kept boolean) language plpgsql as $$
declare
  v_closed record;
  v_kept boolean;
begin
  select closed.o_status, closed.o_final, closed.o_balance into v_closed
  from credit_hold_close(p_account, p_hold, p_amount, case when p_amount > 0 then 1 else 2 end::smallint) closed;
  if v_closed.o_status = 2 and v_closed.o_final <> 1 and p_amount > 0 then
    return query select 1::smallint, v_closed.o_balance, false;
    return;
  end if;
  insert into lookup (account, op_key, request_hash, profile_hash, key_id, status, charged, balance_after, reason, answer)
  values (p_account, p_op, p_request_hash, p_profile, p_key_id, p_status, p_amount, v_closed.o_balance, p_reason, p_answer)
  on conflict (account, op_key) do update set status = excluded.status, charged = excluded.charged,
    balance_after = excluded.balance_after, reason = excluded.reason, answer = excluded.answer, pending_call = null
  where lookup.status = 'pending';
  v_kept := found;
  if v_kept then
    insert into usage_event (account, op_key, key_id, kind, status, credits, reason, network, door, profile_hash, told)
    values (p_account, p_op, p_key_id, 'find', p_status, p_amount, p_reason, p_network, p_door,
      case when p_told is not null then p_profile end, p_told);
    if p_remember_repeats and p_amount > 0 then
      insert into lookup_repeat as repeated (account, profile_hash) values (p_account, p_profile)
      on conflict (account, profile_hash) do update set paid_at = excluded.paid_at;
    end if;
  end if;
  return query select 0::smallint, v_closed.o_balance, v_kept;
end $$;
