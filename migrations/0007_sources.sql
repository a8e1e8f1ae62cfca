-- owner: src/domains/sources: source_answer, source_claim, source_profile, http_validator, source_tally, unearned_vendor_money
-- owner: src/domains/sources: vendor_question

-- Sources' answers about a profile while they are fresh, stored as far as the source's terms allow.
create table source_answer (
  profile_hash uuid not null,
  source text not null,
  -- The fields it was asked for: the sum of 1 e-mails, 2 phones and 4 links.
  wanted smallint not null,
  -- null: the source knew nothing
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

create index source_answer_stale on source_answer (fresh_until);

-- Who is asking a source about a profile. Only one process at a time asks a paid source the same thing. For a free source this
-- records what it was reading, so that the next process avoids what killed the last one.
create table source_claim (
  profile_hash uuid not null,
  source text not null,
  wanted smallint not null,
  holder uuid not null,
  -- The holder counts as dead after this, unless it renews.
  claimed_until timestamptz not null,
  primary key (profile_hash, source, wanted)
);

-- Profiles about which a source's answer is stored, with the suppression keys of their values: a person only sources know is
-- found by any value, including in the vendors' responses below.
create table source_profile (
  profile_hash uuid primary key,
  url text not null,
  suppression_keys uuid[] not null,
  seen_at timestamptz not null
);
create index source_profile_suppression_keys on source_profile using gin (suppression_keys);
create index source_profile_seen on source_profile (seen_at);

-- Vendors' API responses with their validators, so that unchanged ones aren't sent again. Keyed by profile so that an erasure
-- finds them, even when several profiles share a site.
create table http_validator (
  profile_hash uuid not null,
  url_hash uuid not null,
  etag text,
  last_modified text,
  body json not null,
  fetched_at timestamptz not null,
  primary key (profile_hash, url_hash)
);

create index http_validator_age on http_validator (fetched_at);

-- Results of questions to a source, one row per day, for operators.
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
  -- Values found. Each answer that found something has one at least.
  values_found bigint not null default 0,
  emails_found bigint not null default 0,
  phones_found bigint not null default 0,
  links_found bigint not null default 0,
  -- Credits charged for lookups whose emails or phones it returned.
  credits_earned numeric(16, 6) not null default 0,
  primary key (source, day)
);

-- Vendor charges per UTC day for lookups that earned no credit: per account, and in total under account 0.
create table unearned_vendor_money (
  day date not null,
  account bigint not null,
  paise bigint not null default 0 check (paise >= 0),
  -- The most that lookups in progress may add to it.
  reserved bigint not null default 0 check (reserved >= 0),
  -- When operators were alerted that the limit is reached.
  alerted_at timestamptz,
  primary key (day, account)
);
create index unearned_vendor_money_alerted on unearned_vendor_money (day, account) where alerted_at is not null;

-- Questions to paid sources by lookups that haven't ended, each with its cost: the maximum until it is answered, and permanently
-- if its process died.
create table vendor_question (
  account bigint not null,
  op_key uuid not null,
  worker uuid not null,
  source text not null,
  day date not null,
  paise bigint not null check (paise >= 0),
  -- For a suppressed person no source is asked. It counts for the account as for anyone unknown, but not for the total.
  is_simulated boolean not null,
  primary key (account, op_key, worker, source)
);
create index vendor_question_day on vendor_question (day);
