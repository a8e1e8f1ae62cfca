-- owner: src/domains/accounts: account, account_note, past_session
-- owner: src/domains/keys: api_key, key_violation, key_use

-- A paying customer. `account_id` is the dashboard's identifier; `id` is internal and never leaves the process.
create table account (
  id bigint generated always as identity primary key,
  account_id text not null unique check (length(account_id) between 1 and 200),
  email text check (length(email) <= 320),
  rate_limit_per_min integer check (rate_limit_per_min between 1 and 1000000),
  created_at timestamptz not null default clock_timestamp(),
  -- When its person last got an export.
  exported_at timestamptz,
  -- When it was closed. The row stays, because invoices and the ledger belong to it, but names no person: it has no email, and
  -- its account_id is made up.
  closed_at timestamptz,
  -- When the last of what the closing erases was erased. Null before that.
  erased_at timestamptz,
  -- Its account_id before it was closed, unless that was an email.
  former_account_id text,
  constraint account_is_closed_without_a_person
    check (closed_at is null or (email is null and rate_limit_per_min is null))
);
create unique index account_email on account (email) where email is not null;
create index account_account_id_beginning on account (lower(account_id) text_pattern_ops);
create index account_email_beginning on account (lower(email) text_pattern_ops) where email is not null;
create index account_email_domain on account (lower(split_part(email, '@', -1)) text_pattern_ops) where email is not null;
create index account_own_rate on account (rate_limit_per_min, id desc) where rate_limit_per_min is not null;
create index account_closed on account (closed_at) where closed_at is not null;
create index account_former on account (former_account_id) where former_account_id is not null;

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
  -- The key under whose id requests and violations are counted: the first of those it replaced, or the first of its account. Null for
  -- itself.
  continues text references api_key,
  -- What the account calls the key, for people.
  name text not null default '' check (length(name) <= 100),
  -- The rate that the account chose for the key, below its own. `rate_limit_per_min` is the operator's. Null: the account's rate alone.
  chosen_rate integer check (chosen_rate between 1 and 1000000)
);
create index api_key_account on api_key (account, created_at desc);
create index api_key_newest on api_key (created_at desc, id desc);
create index api_key_prefix on api_key (prefix text_pattern_ops);
-- For the mails about keys that expire soon.
create index api_key_expiring on api_key (expires_at, id) where expires_at < 'infinity';

-- One row per window in which a key was refused. Ten within an hour ban it. A replacement key takes over the rows.
create table key_violation (
  key_id text not null references api_key on delete cascade,
  window_started_at timestamptz not null,
  primary key (key_id, window_started_at)
);

-- When a key was last used, to the minute. A table of its own, because a change of a key makes every process read it again.
create table key_use (
  key_id text primary key references api_key on delete cascade,
  last_used_at timestamptz not null
) with (fillfactor = 50);

-- What operators write down about an account, for each other.
create table account_note (
  account bigint primary key references account,
  note text not null check (length(note) between 1 and 2000),
  changed_at timestamptz not null,
  actor text not null
);

-- What the timeline of an account says of sessions whose rows are deleted. Triggers write it: see `keep_past_sessions`.
create table past_session (
  account bigint not null references account,
  source text not null,
  at timestamptz not null,
  what text not null,
  detail jsonb not null
);
create index past_session_account on past_session (account, source, at);
