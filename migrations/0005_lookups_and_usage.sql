-- owner: src/domains/lookup: lookup, lookup_free, lookup_repeat, lookup_withdrawn, lookup_veto, lookup_past
-- owner: src/domains/usage: usage_event, usage_hour, lookup_time

-- A lookup's answer, kept for 24 hours: callers get it again free, by id or by idempotency key. A job's answers are kept as
-- long as the job's results.
-- What every row has stands first, the widest first: a row is 20 bytes shorter than in the order of its meaning.
create table lookup (
  account bigint not null,
  op_key uuid not null,
  profile_hash uuid not null,
  balance_after bigint not null,
  -- What the answer says, where the directory gave it: the service's clock, to the millisecond.
  created_at timestamptz not null default clock_timestamp(),
  -- Null: as long as the results of the job that it belongs to.
  kept_until timestamptz default clock_timestamp() + interval '24 hours',
  -- The version of the directory's document that was told.
  document_version bigint,
  charged smallint not null,
  -- How often the process that worked on it died.
  takeovers smallint not null default 0,
  -- Whether a caller knows it as pending. Otherwise it is dropped when its process dies.
  is_reported boolean not null default false,
  is_test boolean not null default false,
  status text not null,
  -- Null where it follows: "completed_lookup" if something was charged, else "not_found".
  reason text,
  -- JSON. Of a lookup that the directory answered, only what its document doesn't have: see "document_version".
  answer text not null,
  -- Of the request, if it had an idempotency key.
  request_hash uuid,
  -- For a pending lookup: the key that asked, what another process needs to finish it, the process that works on it, and until
  -- when that process counts as alive without renewing. Later the key is told by the usage event alone.
  key_id text,
  pending_call json,
  worker uuid,
  working_until timestamptz,
  primary key (account, op_key)
);
create index lookup_pending on lookup (working_until) where status = 'pending';
-- Most keys are UUIDv7 and found by their age, which spares them this index: see lookup_forget_by_age().
create index lookup_kept on lookup (kept_until) where kept_until is not null and substr(op_key::text, 15, 1) <> '7';

-- Whom an account looked up, without the contacts: written when the answer is forgotten, deleted after "history_days". What the
-- call cost and where it came from is in its usage event.
create table lookup_past (
  account bigint not null,
  op_key uuid not null,
  profile_hash uuid not null,
  at timestamptz not null,
  -- Values found.
  emails smallint not null,
  phones smallint not null,
  links smallint not null,
  -- The canonical link.
  profile_url text not null,
  -- Where it isn't the last part of the link.
  handle text,
  full_name text,
  -- Which sources its values came from. Null where nothing was found.
  sources text[],
  primary key (account, op_key)
);
create index lookup_past_age on lookup_past (at);
-- For erasures. Not BRIN as in usage_event: where rows are deleted, new ones take their place and rewrite its filters.
create index lookup_past_profile on lookup_past (profile_hash);

-- Answers of the newest day (UTC) that cost nothing, by account and kind of key. Lookups that ask sources count while they do.
create table lookup_free (
  account bigint not null,
  is_test boolean not null,
  day date not null,
  answers bigint not null check (answers >= 0),
  primary key (account, is_test)
) with (fillfactor = 50);

-- How a lookup ended, for lookup_store().
create type lookup_ending as (
  account bigint,
  op_key uuid,
  request_hash uuid,
  profile_hash uuid,
  key_id text,
  is_test boolean,
  status text,
  charged bigint,
  balance_after bigint,
  reason text,
  answer text,
  disclosed_fields smallint,
  network text,
  -- `find`, or `job` for an item of a bulk job.
  kind text,
  door text,
  client_reference text,
  job uuid
);

-- One row per answered call, read through usage_call, for usage reports and the log of disclosures. Partitioned by month: add_month() creates
-- partitions ahead of time, drop_month() drops them. The default partition should be empty.
create table usage_event (
  account bigint not null,
  at timestamptz not null default clock_timestamp(),
  op_key uuid not null,
  credits bigint not null check (credits >= 0),
  -- The person the answer disclosed, and which fields: the sum of 1 e-mails, 2 phones and 4 links. Null when nobody was
  -- disclosed.
  profile_hash uuid,
  disclosed_fields smallint,
  is_test boolean not null default false,
  kind text not null,
  -- Null where it follows: "completed" if somebody was disclosed, else "not_found".
  status text,
  -- Null where it follows, as lookup.reason.
  reason text,
  network text not null,
  door text not null,
  key_id text,
  client_reference text,
  -- Of a call of a job. Columns that are empty take no bytes.
  job uuid,
  check ((profile_hash is null) = (disclosed_fields is null))
) partition by range (at);
-- Not unique: an operation is counted once because its lookup is, and 16 bytes less go to every call.
create index usage_event_account on usage_event (account, at);
-- Rows arrive in time order, so the smallest kind of index finds an hour. Disclosures are written often and searched rarely:
-- a Bloom filter for each half megabyte of rows costs a write almost nothing.
create index usage_event_seen on usage_event using brin (at, profile_hash uuid_bloom_ops (n_distinct_per_range = 3000))
  with (pages_per_range = 64, autosummarize = on);
create table usage_event_outside partition of usage_event default;
create view usage_call as
select account, at, op_key, credits, profile_hash, disclosed_fields, is_test, kind,
  coalesce(status, case when profile_hash is null then 'not_found' else 'completed' end) as status,
  coalesce(reason, case credits when 0 then 'not_found' else 'completed_lookup' end) as reason,
  network, door, key_id, client_reference, job
from usage_event;

-- The sums of events by hour: see usage_sum().
create table usage_hour (
  account bigint not null,
  hour timestamptz not null,
  kind text not null,
  status text not null,
  network text not null,
  is_test boolean not null,
  door text not null,
  -- Empty where the event has none.
  key_id text not null,
  requests bigint not null check (requests > 0),
  credits bigint not null check (credits >= 0),
  -- Empty where the event has none.
  job text not null default '',
  -- Empty where it follows: "completed_lookup" if something was charged, else "not_found".
  reason text not null default '',
  primary key (account, hour, kind, status, network, is_test, door, key_id, job, reason)
) partition by range (hour);
create index usage_hour_hour on usage_hour using brin (hour) with (pages_per_range = 16, autosummarize = on);
create table usage_hour_outside partition of usage_hour default;

-- How long lookups took, by hour: how many were answered in at most so many milliseconds, but more than the next lower number.
create table lookup_time (
  hour timestamptz not null,
  most_ms integer not null,
  lookups bigint not null check (lookups > 0),
  primary key (hour, most_ms)
);

-- Profiles an account has paid for, kept while the setting `free_repeat_days` makes repeats free.
create table lookup_repeat (
  account bigint not null,
  profile_hash uuid not null,
  paid_at timestamptz not null default clock_timestamp(),
  primary key (account, profile_hash)
);
create index lookup_repeat_profile on lookup_repeat (profile_hash);
create index lookup_repeat_age on lookup_repeat (paid_at);

-- Profiles whose answers were withdrawn. What was paid for them before makes no repeat free.
create table lookup_withdrawn (
  profile_hash uuid primary key,
  withdrawn_at timestamptz not null default clock_timestamp()
);
create index lookup_withdrawn_age on lookup_withdrawn (withdrawn_at);

-- Profiles for which the account's name ruled out a paid answer. If it asks again with a clashing name, no source is paid. The
-- marks show whether a name clashes without revealing the name.
create table lookup_veto (
  account bigint not null,
  profile_hash uuid not null,
  name_marks uuid[] not null,
  vetoed_at timestamptz not null default clock_timestamp(),
  primary key (account, profile_hash)
);
create index lookup_veto_profile on lookup_veto (profile_hash);
create index lookup_veto_age on lookup_veto (vetoed_at);
