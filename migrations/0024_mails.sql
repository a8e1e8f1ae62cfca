-- owner: src/domains/mails: account_mail, mail_choice, mail_stop

-- Mails about an account. The row is without its person as soon as its mail has ended, and goes later.
create table account_mail (
  id text primary key,
  -- Null: it is for a person who has no account, as an answer to a request about their data.
  account bigint references account,
  type text not null,
  -- What it is about, which is mailed once. Empty for a mail that may come again.
  about text not null,
  recipient text,
  -- Its template, values, subject, text and HTML.
  message jsonb,
  queued_at timestamptz not null,
  -- When it is tried next.
  due_at timestamptz not null,
  tries integer not null default 0,
  ended_at timestamptz,
  outcome text,
  check (outcome in ('sent', 'refused', 'address_refused', 'stopped', 'not_wanted', 'gave_up', 'no_mailer')),
  check ((ended_at is null) = (outcome is null)),
  check ((ended_at is null) = (recipient is not null) and (ended_at is null) = (message is not null))
);
create unique index account_mail_once on account_mail (account, type, about) where about <> '';
create index account_mail_account on account_mail (account, queued_at);
create index account_mail_due on account_mail (due_at) where ended_at is null;
create index account_mail_ended on account_mail (ended_at) where ended_at is not null;

-- Types of mail that an account has switched off.
create table mail_choice (
  account bigint not null references account,
  type text not null,
  off_at timestamptz not null,
  primary key (account, type)
);

-- Addresses that get no mail, because one was refused, came back, or an operator said so.
create table mail_stop (
  -- A keyed hash of the address.
  key uuid primary key,
  -- Its first letter and its domain, for operators.
  shown text not null,
  cause text not null check (cause in ('refused', 'bounced', 'operator')),
  reason text not null,
  stopped_at timestamptz not null
);
create index mail_stop_latest on mail_stop (stopped_at, key);
