-- owner: src/domains/billing: purchase_mail

-- What buyers are written about a purchase, at the address that its checkout named: each kind once, and each refund once.
create table purchase_mail (
  purchase text not null references purchase on delete cascade,
  kind text not null check (kind in ('purchase_claim', 'purchase_waiting', 'purchase_receipt', 'purchase_refund')),
  -- The movement in the payment ledger that the mail is about, or empty.
  about text not null default '',
  -- A digest of the address, by which mails are limited.
  mailbox uuid not null,
  queued_at timestamptz not null default clock_timestamp(),
  -- When it was first handed to the sender, or before that failed.
  taken_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'refused', 'no_mailer', 'not_needed', 'too_many')),
  primary key (purchase, kind, about),
  check ((ended_at is null) = (outcome is null))
);
create index purchase_mail_taken on purchase_mail (mailbox, taken_at) where taken_at is not null;
