-- owner: src/domains/suppression: opt_out_request

-- People who ask to be left out and can't prove it at once. `target` is the address or the link, kept only while the
-- request is open; `key` stands for it in the suppression list. The token of a mail is never stored: it follows from `id`
-- and the operator's pepper. A profile's proof follows from the profile and the day, so that it needs no row.
create table opt_out_request (
  id text primary key,
  kind text not null check (kind in ('email', 'profile')),
  target text,
  key uuid not null,
  way text not null check (way in ('mail', 'operator')),
  -- Why an operator decides.
  waits_because text check (waits_because in ('no_mail_webhook', 'profile_not_readable', 'too_many_mails', 'mail_refused',
    'mail_not_taken', 'profile_unreachable')),
  status text not null default 'open' check (status in ('open', 'confirmed', 'declined', 'expired')),
  created_at timestamptz not null,
  -- Of the proof; `infinity` where the operator decides.
  expires_at timestamptz not null,
  -- Of requests that were to be mailed: HMACs of the mailbox and of its domain, by which mails are limited.
  mailbox uuid,
  mail_domain uuid,
  mail_tried_at timestamptz,
  mailed_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  check ((way = 'operator') = (waits_because is not null)),
  check ((status = 'open') = (target is not null)),
  check ((status = 'open') = (decided_at is null))
);
create index opt_out_request_key on opt_out_request (key, created_at);
create index opt_out_request_open_until on opt_out_request (expires_at) where status = 'open';
create index opt_out_request_decided on opt_out_request (decided_at) where decided_at is not null;
create index opt_out_request_created on opt_out_request (created_at desc, id desc);
create index opt_out_request_mailbox on opt_out_request (mailbox, created_at) where mailbox is not null;
create index opt_out_request_mail_domain on opt_out_request (mail_domain, created_at) where mailbox is not null;
create index opt_out_request_mails on opt_out_request (created_at) where mailbox is not null;
create index opt_out_request_unmailed on opt_out_request (mail_tried_at nulls first, created_at)
  where status = 'open' and way = 'mail' and mailed_at is null;
create index opt_out_request_waiting on opt_out_request (waits_because) where status = 'open' and way = 'operator';
