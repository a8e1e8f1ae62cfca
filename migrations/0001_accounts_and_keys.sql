-- owner: src/domains/accounts: account, account_note
-- owner: src/domains/keys: api_key, key_violation

-- A paying customer. `account_id` is the dashboard's identifier; `id` is internal and never leaves the process.
create table account (
  id bigint generated always as identity primary key,
  account_id text not null unique check (length(account_id) between 1 and 200),
  email text check (length(email) <= 320),
  rate_limit_per_min integer check (rate_limit_per_min between 1 and 1000000),
  created_at timestamptz not null default clock_timestamp()
);
create unique index account_email on account (email) where email is not null;

-- Stores no raw keys, only their SHA-256 and enough text to recognise them.
create table api_key (
  id text primary key,
  account bigint not null references account,
  hash bytea not null unique check (length(hash) = 32),
  prefix text not null,
  mode text not null check (mode in ('live', 'test')),
  plan text not null,
  -- What the plan gave when the key was made (PlanTerms). Null without a plan.
  terms jsonb,
  rate_limit_per_min integer check (rate_limit_per_min between 1 and 1000000),
  allowed_ips cidr[] not null default '{}',
  note text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default 'infinity',
  banned_at timestamptz,
  ban_reason text,
  revoked_at timestamptz,
  replaced_by text references api_key,
  continues text references api_key
);
comment on column api_key.continues is
  'The first of the keys that this one has replaced in turn: requests and violations are counted under it. Null for none.';
create index api_key_account on api_key (account, created_at desc);
create index api_key_newest on api_key (created_at desc, id desc);

-- One row per window in which a key was refused. Ten within an hour ban it. A replacement key takes over the rows.
create table key_violation (
  key_id text not null references api_key on delete cascade,
  window_started_at timestamptz not null,
  primary key (key_id, window_started_at)
);

-- What operators write down about an account, for each other.
create table account_note (
  account bigint primary key references account,
  note text not null check (length(note) between 1 and 2000),
  changed_at timestamptz not null,
  actor text not null
);
