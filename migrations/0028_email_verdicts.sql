-- owner: src/domains/verification: email_verdict, verification_due, verification_progress, verification_hour
-- owner: src/domains/bounces: bounce_report, bounce_tally, bounce_webhook

-- What is sold of a profile, where that isn't its document: emails with the verdict of a check, and without those that are dead. Written
-- with the document and when a verdict changes, so that a lookup reads one row as before.
alter table directory_profile add column checked json;

-- Whether an email takes mail, for all accounts. The key is that of the suppression list.
create table email_verdict (
  key uuid primary key,
  verdict text not null,
  reason text not null,
  -- The mail server that was asked, and the codes of its reply.
  mx text,
  reply text,
  -- `smtp`, or the vendor that was asked, or `bounce`.
  told_by text not null,
  checked_at timestamptz not null,
  expires_at timestamptz not null,
  check (verdict in ('valid', 'catch_all', 'risky', 'unknown', 'invalid'))
);
create index email_verdict_expires on email_verdict (expires_at);

-- When the emails of a profile are checked next. What is sold most comes first: `rank` grows with the logarithm of the sales.
create table verification_due (
  profile_hash uuid primary key,
  sold bigint not null,
  rank smallint not null,
  tries smallint not null default 0,
  due_at timestamptz not null
);
create index verification_due_next on verification_due (rank, due_at);

-- How far sales were counted, and how far the directory was gone through.
create table verification_progress (
  id boolean primary key default true check (id),
  sold_through timestamptz not null,
  swept_through uuid
);

-- Questions to mail servers and vendors, by hour: a row for each server, and one for all with an empty name.
create table verification_hour (
  hour timestamptz not null,
  host text not null,
  asked bigint not null,
  connected bigint not null default 0,
  primary key (hour, host)
);

-- Emails that a customer reported as dead. The address goes once it is checked.
create table bounce_report (
  account bigint not null references account,
  key uuid not null,
  op_key uuid not null,
  profile_hash uuid not null,
  address text,
  told_by text not null,
  reported_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default clock_timestamp(),
  tries smallint not null default 0,
  outcome text,
  ended_at timestamptz,
  primary key (account, key),
  check (outcome in ('credited', 'already_credited', 'still_valid', 'not_confirmed', 'limit_reached', 'erased'))
);
create index bounce_report_due on bounce_report (due_at) where outcome is null;
create index bounce_report_account on bounce_report (account, reported_at desc);
create index bounce_report_profile on bounce_report (profile_hash);

-- Emails that were reported and credited, by the sources that returned them.
create table bounce_tally (
  source text not null,
  day date not null,
  bounced bigint not null,
  primary key (source, day)
);

-- Where an account's mail service sends bounces.
create table bounce_webhook (
  account bigint primary key references account,
  -- The digest of what is in the address.
  token_digest uuid not null unique,
  -- With which Mailgun signs for this customer.
  mailgun_key text
);
