-- owner: src/domains/jobs: job, job_item, job_claim, job_turn

-- A list of profiles to look up. Only its worker's claims and its customer change it.
create table job (
  account bigint not null,
  -- In time order.
  id uuid not null,
  -- Null if the account began it on its pages without a key.
  key_id text,
  is_test boolean not null,
  opened_from text not null,
  name text,
  include text[],
  webhook_url text,
  -- Of the request that created it (W3C Trace Context).
  traceparent text,
  status text not null,
  -- credits | free_answers | limit | customer | key | locked
  paused_because text,
  -- gave_up: its workers died over it
  failed_because text,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  -- Its items are deleted then. Null until it ends and after they are deleted: see has_results.
  results_until timestamptz,
  has_results boolean not null default true,
  -- The columns of a file, and what separates them: {names, delimiter}.
  own_columns json,
  row_count integer not null,
  -- What its rows take, about.
  bytes bigint not null default 0,
  -- Distinct profiles. Each is in exactly one of the counts below, or waits.
  profiles integer not null,
  repeated integer not null,
  refused integer not null,
  completed integer not null default 0,
  not_found integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  credits_limit bigint,
  spent bigint not null default 0,
  -- How many turns its account has for each that others have.
  weight smallint not null,
  -- Rows before these are claimed or done. Null when nothing is left for the directory, or for sources.
  directory_row integer,
  sources_row integer,
  -- When it was last claimed from.
  claimed_at timestamptz,
  -- For the pace: profiles done since then.
  paced_from timestamptz,
  paced_done integer not null default 0,
  per_minute integer,
  -- Profiles whose repeat was free when it was created.
  already_paid integer not null default 0,
  primary key (account, id),
  check (completed + not_found + failed + cancelled <= profiles)
);
create index job_active on job (account, id) where status in ('queued', 'running');
create index job_unended on job (created_at) where ended_at is null;
create index job_waits_for_day on job (claimed_at) where paused_because = 'free_answers';
create index job_short_of_credits on job (account) where paused_because = 'credits';
-- What an account keeps.
create index job_kept on job (account) where has_results;
create index job_results on job (results_until) where has_results and results_until is not null;
create index job_at_budget on job (account) where paused_because = 'budget';

create table job_item (
  account bigint not null,
  job uuid not null,
  -- From 1, in the order of the input.
  row integer not null,
  -- Null for a row that is refused.
  profile_hash uuid,
  -- The line of a file.
  line integer,
  profile_url text not null,
  name text,
  client_reference text,
  -- waiting | asking (the directory doesn't have it; sources will be asked) | completed | not_found | failed | cancelled |
  -- refused | repeated
  status text not null,
  -- The row as it stood in the file.
  own text,
  -- The row whose lookup answers this one.
  repeats_row integer,
  reason text,
  -- The operation of its lookup.
  lookup uuid,
  charged smallint not null default 0,
  -- How often it broke.
  tries smallint not null default 0,
  -- How often no source could be asked. Each time has an operation of its own, because the one before has its answer.
  asks smallint not null default 0,
  primary key (account, job, row)
) partition by hash (account);

do $$ begin
  for part in 0..7 loop
    execute format('create table job_item_%s partition of job_item for values with (modulus 8, remainder %s) with (fillfactor = 70)',
      part, part);
  end loop;
end $$;

-- For erasures, which are rare. A Bloom filter for each quarter of a megabyte costs a write almost nothing, as in usage_event.
create index job_item_profile on job_item using brin (profile_hash uuid_bloom_ops (n_distinct_per_range = 1500))
  with (pages_per_range = 32, autosummarize = on);

-- Rows that a worker has taken. A stale worker, whose claim another one took over, has the wrong token.
create table job_claim (
  account bigint not null,
  job uuid not null,
  -- directory | sources
  lane text not null,
  from_row integer not null,
  to_row integer not null,
  items integer not null,
  worker uuid not null,
  token uuid not null,
  lease_until timestamptz not null,
  takeovers smallint not null default 0,
  primary key (account, job, lane, from_row)
);
create index job_claim_lease on job_claim (lane, lease_until);

-- Accounts whose jobs have work, in the order of their turns: the lowest pass comes first, and each claim raises it.
create table job_turn (
  account bigint not null,
  lane text not null,
  pass bigint not null,
  ready_at timestamptz not null default '-infinity',
  primary key (account, lane)
);
create index job_turn_order on job_turn (lane, pass, account);
