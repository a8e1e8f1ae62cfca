-- owner: src/domains/webhooks: webhook_secret, webhook_delivery, webhook_attempt, webhook_endpoint, webhook_once

-- What an account's signing secrets are derived from, together with the pepper: no secret is stored.
create table webhook_secret (
  account bigint not null references account,
  salt uuid not null default gen_random_uuid(),
  created_at timestamptz not null,
  -- The secret itself is shown once.
  shown_at timestamptz,
  -- A replaced secret signs beside the new one until then.
  retires_at timestamptz,
  primary key (account, salt)
);
create unique index webhook_secret_current on webhook_secret (account) where retires_at is null;

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
  -- Which events it gets. Empty: every event, also types that are added later.
  events text[] not null default '{}',
  -- Since when every attempt has failed.
  failing_since timestamptz,
  -- When the service disabled it for that. Null again once it is enabled.
  switched_off_at timestamptz,
  check ((previous_salt is null) = (previous_until is null))
);
create index webhook_endpoint_account on webhook_endpoint (account, created_at);

-- Messages to customers' own servers. The row is the truth; the queue only wakes the sender.
create table webhook_delivery (
  account bigint not null references account,
  id bigint generated always as identity,
  message_id text not null unique,
  url text not null,
  type text not null,
  -- The exact bytes that every attempt sends.
  body text not null,
  -- Of the request that it follows from (W3C Trace Context).
  traceparent text,
  created_at timestamptz not null,
  -- When this round of attempts began: at the beginning, or when it was sent again.
  started_at timestamptz not null,
  status text not null check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  round_attempts integer not null default 0,
  -- While an attempt is in progress: when it counts as lost.
  next_attempt_at timestamptz,
  -- An attempt is in progress, or its process was killed.
  sending boolean not null default false,
  ended_at timestamptz,
  -- Null for a message to the `webhook_url` of a job.
  endpoint text references webhook_endpoint on delete cascade,
  -- What it is about, such as a job or a key. Messages of an endpoint about the same thing are sent in order. Empty: in any order.
  subject text not null default '',
  primary key (account, id),
  check ((status = 'waiting') = (next_attempt_at is not null))
);
create index webhook_delivery_due on webhook_delivery (account, next_attempt_at, id) where status = 'waiting';
create index webhook_delivery_next on webhook_delivery (account, hashtextextended(url, 0), next_attempt_at, id) where status = 'waiting';
create index webhook_delivery_sending on webhook_delivery (account, hashtextextended(url, 0)) where sending;
create index webhook_delivery_created on webhook_delivery (created_at);
create index webhook_delivery_endpoint on webhook_delivery (endpoint, id) where endpoint is not null;
create index webhook_delivery_subject on webhook_delivery (account, subject, id) where status = 'waiting' and subject <> '';

create table webhook_attempt (
  account bigint not null,
  delivery bigint not null,
  number integer not null,
  at timestamptz not null,
  -- What the server answered, or why there is no answer.
  status_code integer,
  failure text,
  duration_ms integer not null,
  primary key (account, delivery, number),
  foreign key (account, delivery) references webhook_delivery on delete cascade
);

-- Events that are sent once, such as that of a key that expires soon.
create table webhook_once (
  account bigint not null references account,
  type text not null,
  about text not null,
  at timestamptz not null,
  primary key (account, type, about)
);
create index webhook_once_at on webhook_once (at);
