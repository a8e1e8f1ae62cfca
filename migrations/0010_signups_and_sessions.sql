-- owner: src/domains/identity/signups: identity_attempt
-- owner: src/domains/identity: identity_session, identity_admission, identity_refused_heartbeats

-- Sign-ups that were vetted or registered, with the evidence. Handles are in normalised form.
create table identity_attempt (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  step text not null check (step in ('vet', 'register')),
  account_id text, -- the dashboard's identifier, once there is one
  email text,
  mailbox text, -- the e-mail's mailbox, which is its handle
  provider_user text,
  whatsapp text,
  device text,
  ip inet,
  address_key text not null, -- the address as it is counted: IPv6 by its /64
  user_agent text not null,
  code text, -- null when allowed
  signals text[] not null,
  claimed_by text[] not null -- account_ids that have a handle of the attempt
);
create index identity_attempt_of_address on identity_attempt (address_key, at);
create index identity_attempt_at on identity_attempt (at);
create index identity_attempt_mailbox on identity_attempt (mailbox, id) where mailbox is not null;
create index identity_attempt_provider_user on identity_attempt (provider_user, id) where provider_user is not null;
create index identity_attempt_whatsapp on identity_attempt (whatsapp, id) where whatsapp is not null;
create index identity_attempt_device on identity_attempt (device, id) where device is not null;
create index identity_attempt_account on identity_attempt (account_id, id) where account_id is not null;

-- People whom an operator lets sign up in spite of the rules, by a handle, until a time.
create table identity_admission (
  kind text not null check (kind in ('mailbox', 'provider_user')),
  handle text not null,
  until timestamptz not null,
  actor text not null,
  primary key (kind, handle)
);
create index identity_admission_until on identity_admission (until);

-- Heartbeats that were refused, by day (UTC) and reason.
create table identity_refused_heartbeats (
  day date not null,
  reason text not null check (reason in ('locked', 'elsewhere')),
  heartbeats bigint not null,
  primary key (day, reason)
);

-- Sessions of the dashboard, by their heartbeats. A session that ends or is refused has no row.
create table identity_session (
  account bigint not null references account,
  session_id text not null,
  address_key text not null, -- IPv6 by its /64
  user_agent text not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  last_seen_on date generated always as ((last_seen_at at time zone 'UTC')::date) stored,
  primary key (account, session_id)
) with (fillfactor = 80);
-- By the day, so that a heartbeat changes no index.
create index identity_session_last_seen_on on identity_session (last_seen_on);
