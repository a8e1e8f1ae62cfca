-- owner: src/domains/identity: identity_lock

-- Locks that stop sign-in and lookups. `subject` is normalised by its type. At most one row per subject is unlifted; locking the
-- subject again updates that row, and the audit trail has its earlier values.
create table identity_lock (
  id bigint generated always as identity primary key,
  subject_type text not null
    check (subject_type in ('email', 'email_domain', 'account', 'provider_user', 'ip', 'whatsapp')),
  subject text not null check (length(subject) between 1 and 500),
  reason text not null,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null default 'infinity', -- exclusive
  lifted_at timestamptz,
  lifted_by text,
  constraint lock_is_lifted_by_somebody check ((lifted_at is null) = (lifted_by is null))
);
create unique index identity_lock_live on identity_lock (subject_type, subject) where lifted_at is null;
create index identity_lock_lifted on identity_lock (lifted_at) where lifted_at is not null;
create index identity_lock_newest on identity_lock (created_at desc, id desc);
create index identity_lock_subject on identity_lock (subject_type, subject);
