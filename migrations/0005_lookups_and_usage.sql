-- The answer to a lookup, kept for 24 hours: it can be fetched again free, and by its idempotency key.
create table lookup (
  account bigint not null,
  op_key uuid not null,
  -- Of the request, where it came with an idempotency key.
  request_hash uuid,
  profile_hash uuid not null,
  key_id text,
  status text not null,
  charged bigint not null,
  balance_after bigint not null,
  reason text not null,
  answer text not null,
  -- Of a pending lookup: what another process needs to finish it, the process that works on it, and until when that one
  -- counts as alive unless it says otherwise.
  pending_call json,
  worker uuid,
  working_until timestamptz,
  -- How often the process that worked on it died.
  takeovers smallint not null default 0,
  -- Whether a caller was told that it is pending. One that nobody was told of is dropped when its process dies.
  is_told boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (account, op_key)
) partition by hash (account);

-- One row a call that is answered, kept for good: what usage reports are made of, and who was given what.
create table usage_event (
  account bigint not null,
  at timestamptz not null default clock_timestamp(),
  op_key uuid not null,
  key_id text,
  kind text not null,
  status text not null,
  credits bigint not null check (credits >= 0),
  reason text not null,
  network text not null,
  door text not null,
  -- Of the person the answer tells of, and what it has of theirs: 1 e-mails, 2 phones, 4 links, or a sum of these. Null
  -- where nothing was told of anybody.
  profile_hash uuid,
  told smallint,
  check ((profile_hash is null) = (told is null)),
  primary key (account, at, op_key)
) partition by hash (account);

do $$ begin
  for part in 0..7 loop
    execute format('create table lookup_%s partition of lookup for values with (modulus 8, remainder %s)', part, part);
    execute format('create table usage_event_%s partition of usage_event for values with (modulus 8, remainder %s)', part, part);
    -- People are often told of and seldom asked about: a filter for each half megabyte of rows costs a write next to nothing.
    execute format('create index usage_event_%s_seen on usage_event_%s using brin (at, profile_hash uuid_bloom_ops '
      '(n_distinct_per_range = 3000)) with (pages_per_range = 64, autosummarize = on)', part, part);
    execute format('create index lookup_%s_created on lookup_%s using brin (created_at)', part, part);
    execute format($index$create index lookup_%s_pending on lookup_%s (working_until) where status = 'pending'$index$, part, part);
  end loop;
end $$;

-- Profiles an account has paid for, kept while the operator's setting `free_repeat_days` makes repeats free.
create table lookup_repeat (
  account bigint not null,
  profile_hash uuid not null,
  paid_at timestamptz not null default clock_timestamp(),
  primary key (account, profile_hash)
);

-- Profiles of which a paid answer was ruled out by the name an account gave: asked again with a name that clashes, no
-- source is paid. The marks tell whether a name clashes; the name can't be read from them.
create table lookup_veto (
  account bigint not null,
  profile_hash uuid not null,
  name_marks uuid[] not null,
  vetoed_at timestamptz not null default clock_timestamp(),
  primary key (account, profile_hash)
);
create index lookup_veto_profile on lookup_veto (profile_hash);
create index lookup_veto_age on lookup_veto (vetoed_at);
