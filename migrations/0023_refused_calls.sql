-- owner: src/domains/calls: refused_call

-- Calls with a key that were refused or failed, for a day: see docs/decisions/request-log.md. Answered lookups are in usage_event.
create table refused_call (
  id text primary key,
  account bigint not null references account,
  at timestamptz not null,
  operation text not null,
  method text not null,
  path text not null,
  status smallint not null,
  -- Null for a request that lacks its shape (422).
  code text,
  duration_ms integer not null,
  key_id text not null,
  is_test boolean not null,
  opened_from text not null,
  request_id text not null,
  -- JSON, at most 8 kB each. Null once a person whom they name was suppressed or erased.
  request text check (octet_length(request) <= 8192),
  answer text check (octet_length(answer) <= 8192),
  -- The profiles that the request names.
  profiles uuid[] not null default '{}'
);
create index refused_call_account on refused_call (account, at desc, id desc);
create index refused_call_at on refused_call (at);
create index refused_call_profiles on refused_call using gin (profiles) where profiles <> '{}';
