-- owner: src/domains/directory: directory_profile, directory_former, directory_statement, directory_tally, directory_import
-- owner: src/domains/directory: directory_reject, directory_change, directory_reject_group, directory_quality
-- owner: src/domains/suppression: suppression, suppression_pepper

-- People who must never appear in an answer. A key is an HMAC of `type:value` under the operator's pepper, cut to 128 bits, so
-- that the list itself reveals no addresses.
create table suppression (
  key uuid primary key,
  kind text not null check (kind in ('profile', 'email', 'phone')),
  reason text not null,
  requested_by text not null check (requested_by in ('subject', 'operator', 'source')),
  -- Set on a profile that carries a suppressed value. It is released with that value.
  because_of uuid references suppression on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  -- When everything the entry hides was erased. Until then the background job has work to do.
  erased_at timestamptz
);
create index suppression_because_of on suppression (because_of) where because_of is not null;
create index suppression_to_erase on suppression (key) where erased_at is null;
create index suppression_created on suppression (created_at desc, key desc);

-- Shows whether a process has the pepper this list was made with. Set by the first process that starts.
create table suppression_pepper (
  is_only boolean primary key default true check (is_only),
  check_value uuid not null
);

-- The operator's contacts, one row per profile. `contacts` is one document, because it is read whole on the hot path and merged
-- whole by imports. `suppression_keys` are the keys of the profile and of every value in it. `version` is another one after
-- every write of any profile: a writer replaces only what it has read, and an answer names the document that it told.
create sequence directory_version;
create table directory_profile (
  profile_hash uuid not null,
  network text not null,
  handle text not null,
  url text not null,
  contacts json not null,
  suppression_keys uuid[] not null,
  -- The import that contributed everything, or `operator`. Null when several did; then `directory_statement` has each part.
  import_id text,
  version bigint not null default nextval('directory_version'),
  -- What the document has: the sum of 1 e-mails, 2 phones, 4 links and 8 an address of a role. Lookups decide by it without
  -- reading the document.
  holds smallint not null,
  -- The words of the name, if it may rule out a caller's: see `mayClash`.
  name_words text[],
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (profile_hash)
);
-- Finds the profiles that carry a value. Imports aren't slower with it: reading rows takes most of their time.
create index directory_profile_suppression_keys on directory_profile using gin (suppression_keys);

create index directory_profile_import on directory_profile (import_id) where import_id is not null;

-- Documents as they were before a change or removal, for a day: an answer keeps the version that it told, not a copy.
create table directory_former (
  profile_hash uuid not null,
  version bigint not null,
  contacts json not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (profile_hash, version)
);
create index directory_former_changed on directory_former (changed_at);

-- Documents that changed while an endpoint wanted to hear of it. A row is deleted once it is announced, within seconds.
create table directory_change (
  profile_hash uuid not null,
  -- Of the document before the change: directory_former has it.
  version bigint not null,
  at timestamptz not null default clock_timestamp(),
  primary key (profile_hash, version)
);

-- What one import contributed to a profile with several. The profile's `contacts` merge all of them. Allows an import to be
-- taken back exactly.
create table directory_statement (
  profile_hash uuid not null references directory_profile on delete cascade,
  import_id text not null,
  contacts json not null,
  primary key (profile_hash, import_id)
) partition by hash (profile_hash);

do $$ begin
  for part in 0..7 loop
    execute format('create table directory_statement_%s partition of directory_statement for values with (modulus 8, remainder %s)', part, part);
  end loop;
end $$;
create index directory_statement_import on directory_statement (import_id);

-- Counts of the directory. Every writer appends its transaction's changes, so that writers never wait for each other here. The
-- sums are exact, and rows are compacted from time to time.
create table directory_tally (
  id bigint generated always as identity primary key,
  network text not null,
  measure text not null,
  amount bigint not null
);

create table directory_import (
  id text primary key,
  -- SHA-256 of the file, if the sender gave it. The file is then imported once, and resumed where it stopped.
  sha256 bytea check (length(sha256) = 32),
  file_name text not null,
  -- Null until the first rows are written.
  format text check (format in ('csv', 'ndjson', 'json', 'vcard', 'xlsx')),
  status text not null default 'running' check (status in ('running', 'interrupted', 'completed', 'failed', 'taking_back', 'taken_back')),
  -- Lines handled so far. Committed together with their changes, so that a resumed import is exact.
  lines bigint not null default 0,
  accepted bigint not null default 0,
  merged bigint not null default 0,
  suppressed bigint not null default 0,
  rejected bigint not null default 0,
  -- Rejected values of rows that were accepted.
  rejected_values bigint not null default 0,
  -- Rows about an unknown profile without any way to reach the person.
  without_contact bigint not null default 0,
  warnings text[] not null default '{}',
  detail text,
  actor text not null,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  -- Working time. Excludes the gaps of an import that was resumed.
  worked_ms bigint not null default 0,
  -- How the file was read: map, date_order, source, format and encoding.
  reading jsonb,
  -- A later import of the same file, which a further upload is compared with. Each is an import of its own, so that either can be undone
  -- without the other.
  repeated_by text references directory_import on delete set null
);
create index directory_import_started on directory_import (started_at desc, id desc);
create unique index directory_import_file on directory_import (sha256) where repeated_by is null;
create index directory_import_sha256 on directory_import (sha256, started_at desc) where sha256 is not null;

-- Why a line, or a value in it, was rejected. The value isn't repeated, because it may be personal data.
create table directory_reject (
  import_id text not null references directory_import on delete cascade,
  line bigint not null,
  place smallint not null,
  scope text not null check (scope in ('row', 'value')),
  column_name text,
  reason text not null,
  detail text not null,
  primary key (import_id, line, place)
);

-- The rejects of an import by what they have in common. Counts all of them, also those that aren't stored one by one.
create table directory_reject_group (
  import_id text not null references directory_import on delete cascade,
  scope text not null check (scope in ('row', 'value')),
  -- Empty if a whole line couldn't be read.
  column_name text not null,
  reason text not null,
  -- The sentence of the first one.
  detail text not null,
  amount bigint not null check (amount > 0),
  -- The first lines.
  lines bigint[] not null,
  primary key (import_id, scope, column_name, reason)
);

-- What the last measurement of the directory found.
create table directory_quality (
  is_only boolean primary key default true check (is_only),
  measured_at timestamptz not null,
  -- Tells whether the directory changed since.
  state text not null,
  report jsonb not null
);
