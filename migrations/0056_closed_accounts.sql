-- owner: src/domains/growth: promo_closed_mailbox

-- An account that was closed stays as a row without a person: invoices and the ledger belong to it.
alter table account
  -- When its person last got an export.
  add column exported_at timestamptz,
  -- Since then its account_id is a made-up one, and it has no email.
  add column closed_at timestamptz,
  -- When the last of what the closing erases was erased. Null before that.
  add column erased_at timestamptz,
  -- Its account_id before it was closed, unless that was an email.
  add column former_account_id text,
  add constraint account_is_closed_without_a_person
    check (closed_at is null or (email is null and rate_limit_per_min is null));
create index account_closed on account (closed_at) where closed_at is not null;
create index account_former on account (former_account_id) where former_account_id is not null;

-- Mailboxes of closed accounts that redeemed a promo, as keyed hashes, so that their people don't redeem it again.
create table promo_closed_mailbox (
  promo bigint not null references promo on delete cascade,
  mailbox text not null,
  primary key (promo, mailbox)
);
