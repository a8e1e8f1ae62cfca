-- owner: src/domains/identity: identity_handle

-- What a person signs up with. Each handle belongs to one account for good; an operator can release a WhatsApp number.
-- Stored in normalised form: an e-mail as the mailbox it delivers to, a provider's user as `provider:id`, a number in E.164.
create table identity_handle (
  kind text not null check (kind in ('email', 'provider_user', 'whatsapp', 'device')),
  handle text not null check (length(handle) between 1 and 500),
  account bigint not null references account,
  claimed_at timestamptz not null default clock_timestamp(),
  primary key (kind, handle)
);
create index identity_handle_account on identity_handle (account);
create index identity_handle_email_beginning on identity_handle (handle text_pattern_ops) where kind = 'email';
