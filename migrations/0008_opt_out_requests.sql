-- owner: src/domains/suppression: opt_out_request

-- Opt-out requests that could not be confirmed at once. `target` is the address or link, stored only while the request is open;
-- `key` identifies it on the suppression list. A mail's token derives from `id` and the operator's pepper and is never stored.
-- Requests for a profile need no row, because their nonce derives from the profile and the day.
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
  -- When the proof expires; `infinity` when the operator decides.
  expires_at timestamptz not null,
  -- For requests to be mailed: HMACs of the mailbox and its domain, which limit mails.
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
