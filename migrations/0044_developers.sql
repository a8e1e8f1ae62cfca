-- owner: src/domains/keys: key_use
-- owner: src/domains/calls: refused_call
-- owner: src/domains/webhooks: webhook_endpoint

-- What the account calls the key, for people.
alter table api_key add column name text not null default '' check (length(name) <= 100);
comment on column api_key.continues is
  'The key under whose id requests and violations are counted: the first of those it replaced, or the first of its account. Null for itself.';

-- When a key was last used, to the minute. A table of its own, because a change of a key makes every process read it again.
create table key_use (
  key_id text primary key references api_key on delete cascade,
  last_used_at timestamptz not null
) with (fillfactor = 50);

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

-- Customers' servers that get every event. The secret is derived from the salt and the pepper, as that of webhook_secret.
create table webhook_endpoint (
  id text primary key,
  account bigint not null references account,
  name text not null check (length(name) <= 100),
  url text not null check (length(url) <= 2000),
  enabled boolean not null default true,
  salt uuid not null default gen_random_uuid(),
  -- A replaced secret signs beside the new one until then.
  previous_salt uuid,
  previous_until timestamptz,
  created_at timestamptz not null,
  check ((previous_salt is null) = (previous_until is null))
);
create index webhook_endpoint_account on webhook_endpoint (account, created_at);
-- Null for a message to the `webhook_url` of a job.
alter table webhook_delivery add column endpoint text references webhook_endpoint on delete cascade;
create index webhook_delivery_endpoint on webhook_delivery (endpoint, id) where endpoint is not null;
