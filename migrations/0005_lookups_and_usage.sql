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

-- One row a call that is answered, kept for good: what usage reports are made of.
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
  primary key (account, at, op_key)
) partition by hash (account);

do $$ begin
  for part in 0..7 loop
    execute format('create table lookup_%s partition of lookup for values with (modulus 8, remainder %s)', part, part);
    execute format('create table usage_event_%s partition of usage_event for values with (modulus 8, remainder %s)', part, part);
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
