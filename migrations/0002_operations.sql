-- owner: src/domains/audit: audit_entry, customer_act, operator_alert
-- owner: src/domains/settings: setting_version, database_home
-- owner: src/backup: backup_made
-- owner: src/platform/idempotency: idempotent_answer

-- Operators' actions, written in the transaction that performs them. Partitioned by month like usage_event: add_month() creates
-- partitions ahead of time, drop_month() drops them. The default partition should be empty.
create sequence audit_entry_id;
create table audit_entry (
  id bigint not null default nextval('audit_entry_id'),
  at timestamptz not null default clock_timestamp(),
  actor text not null,
  operation text not null,
  event text not null,
  request_id text not null,
  details jsonb not null default '{}',
  primary key (id, at)
) partition by range (at);
-- For operators: the audit trail and alerts as they are asked for.
create index audit_entry_account on audit_entry ((details ->> 'account_id'), at desc, id desc);
create index audit_entry_actor on audit_entry (actor, at desc, id desc);
create index audit_entry_event on audit_entry (event, at desc, id desc);
create index audit_entry_operation on audit_entry (operation, at desc, id desc);
create table audit_entry_outside partition of audit_entry default;
create index audit_entry_at on audit_entry (at desc, id desc);

-- Customers' own acts, apart from operators', with a limit per account and day.
create table customer_act (
  id bigint generated always as identity primary key,
  account bigint not null references account,
  at timestamptz not null default clock_timestamp(),
  actor text not null,
  operation text not null,
  event text not null,
  request_id text not null,
  details jsonb not null
);
create index customer_act_account on customer_act (account, at);
create index customer_act_at on customer_act (at);

-- The first answer to an Idempotency-Key, kept for 24 hours. `scope` is the account, secret or address that asked. While `status`
-- is null a process is working: `lease` identifies the call that holds the key, `phases` what it has committed.
create table idempotent_answer (
  scope text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status integer,
  body json,
  lease uuid,
  leased_until timestamptz,
  phases jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  primary key (scope, key)
);
create index idempotent_answer_created on idempotent_answer (created_at);

-- Settings are versioned as a whole. The newest row that names a setting decides its value; a null there means the default.
create table setting_version (
  version bigint primary key,
  changes jsonb not null,
  before jsonb not null default '{}', -- the changed settings as they were
  reason text not null,
  actor text not null,
  created_at timestamptz not null default clock_timestamp()
);
-- The server and the database that the service last started on: a restored copy starts elsewhere. See outgoing-hold.ts.
create table database_home (
  is_only boolean primary key default true check (is_only),
  system_identifier text not null,
  database_oid oid not null,
  timeline text not null
);
-- Backups of this database. `contactry backup` adds its own, your own tools add a row by SQL: see docs/guide/backup.md.
create table backup_made (
  at timestamptz primary key default clock_timestamp()
);
-- Problems the service detected that an operator should look at.
create table operator_alert (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  kind text not null,
  subject text not null,
  details jsonb not null default '{}',
  resolved_at timestamptz,
  times integer not null default 1,
  last_at timestamptz not null default clock_timestamp(),
  -- Null when the service closed it by itself, because its cause was gone.
  resolved_by text,
  note text,
  constraint alert_is_resolved_with_a_note
    check ((resolved_by is null) = (note is null) and (resolved_by is null or resolved_at is not null))
);
create unique index operator_alert_open on operator_alert (kind, subject) where resolved_at is null;
create index operator_alert_kind on operator_alert (kind, id desc);
