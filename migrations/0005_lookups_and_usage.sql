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
  -- What a pending lookup needs to be finished by another process, should its own die.
  pending_call json,
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
  -- Of the person the answer tells of, and whether it has any of these; null where nothing was told of anybody.
  profile_hash uuid,
  emails boolean,
  phones boolean,
  links boolean,
  check (num_nulls(profile_hash, emails, phones, links) in (0, 4)),
  primary key (account, at, op_key)
) partition by hash (account);

-- Who was given what, and when: the person may ask (GDPR Art. 15(1)(c)). It holds no contact value, so an erasure leaves it.
-- It is also how the stored answers about a person are found.
create view disclosure as
  select profile_hash, at, op_key, account, emails, phones, links from usage_event where profile_hash is not null;

do $$ begin
  for part in 0..7 loop
    execute format('create table lookup_%s partition of lookup for values with (modulus 8, remainder %s)', part, part);
    execute format('create table usage_event_%s partition of usage_event for values with (modulus 8, remainder %s)', part, part);
    -- People are seldom asked about and often told of: a filter a megabyte of rows costs a write next to nothing.
    execute format('create index usage_event_%s_seen on usage_event_%s using brin (at, profile_hash uuid_bloom_ops '
      '(n_distinct_per_range = 3000)) with (pages_per_range = 64, autosummarize = on)', part, part);
    execute format('create index lookup_%s_created on lookup_%s using brin (created_at)', part, part);
  end loop;
end $$;

-- Profiles an account has paid for, kept while the operator's setting `free_repeat_days` makes repeats free.
create table lookup_repeat (
  account bigint not null,
  profile_hash uuid not null,
  paid_at timestamptz not null default clock_timestamp(),
  primary key (account, profile_hash)
);
