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

create index source_answer_stale on source_answer (fresh_until);

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

create index http_validator_age on http_validator (fetched_at);

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
create index unearned_vendor_money_alerted on unearned_vendor_money (day, account) where alerted_at is not null;

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
  is_simulated boolean not null,
  primary key (account, op_key, worker, source)
);
create index vendor_question_day on vendor_question (day);
