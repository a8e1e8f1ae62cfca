-- owner: src/domains/billing: purchase, purchase_reference, provider_payment, provider_refund, provider_dispute, subscription
-- owner: src/domains/billing: payment, delivery, refund_request, purchase_mail
-- owner: src/domains/billing/catalogue: catalogue_version
-- owner: src/domains/billing/contracts: contract

-- Money is kept in two layers. The provider_… tables and `subscription` say what the provider knows: facts are merged by rank, so that
-- their order and repeats don't matter. `payment` is the ledger: what we did about it, once for each movement.
-- Locks, always in this order: the payment (advisory), its purchase, the account, the account's credits.

-- What somebody wants to buy. Forgotten if a stranger never paid for it. The terms are those of the moment; a later change of the price list doesn't touch them.
create table purchase (
  id text primary key,
  plan text not null,
  kind text not null check (kind in ('monthly', 'topup')),
  -- Null until a public checkout is claimed.
  account bigint references account,
  provider text not null,
  amount_paise bigint not null check (amount_paise > 0),
  credits bigint not null check (credits > 0),
  -- What the plan or pack gave when the purchase began (PlanTerms): the catalogue may change later.
  terms jsonb not null,
  notify_email text not null default '' check (length(notify_email) <= 320),
  created_at timestamptz not null,
  claimed_at timestamptz,
  -- When the provider was last asked because nothing had arrived.
  asked_at timestamptz,
  -- A pack needs to be part of an account that has a plan, so it is never bought without one.
  check (kind = 'monthly' or account is not null)
);
create index purchase_account on purchase (account, created_at desc) where account is not null;
-- What operators search by.
create index purchase_newest on purchase (created_at desc, id desc);
create index purchase_email on purchase (notify_email) where notify_email <> '';
create index purchase_amount on purchase (amount_paise, id);
-- Those of strangers who may never pay.
create index purchase_unclaimed on purchase (created_at, id) where account is null;

-- The provider's ids of a purchase: usually one, more when a call was repeated after its answer was lost.
create table purchase_reference (
  provider text not null,
  reference text not null,
  purchase text not null references purchase on delete cascade,
  created_at timestamptz not null,
  primary key (provider, reference)
);
create index purchase_reference_purchase on purchase_reference (purchase);
create index purchase_reference_created on purchase_reference (created_at);
-- What an operator types of a reference, or of the number of a document, is often only its beginning.
create index purchase_reference_beginning on purchase_reference (reference text_pattern_ops);

-- A payment as the provider tells it. `rank` only grows: created 0, failed 1, authorized 2, captured 3, refunded 4.
create table provider_payment (
  provider text not null,
  id text not null,
  rank smallint not null check (rank between 0 and 4),
  amount_paise bigint not null,
  currency text not null,
  order_reference text,
  invoice text,
  method text,
  failure text,
  -- Of a charge: the subscription and the period it pays for.
  subscription text,
  period_start timestamptz,
  period_end timestamptz,
  -- The earliest time at which it was told to be captured, else to exist.
  captured_at timestamptz,
  first_seen_at timestamptz not null,
  -- It is in the ledger.
  is_settled boolean not null default false,
  primary key (provider, id)
);
-- Captured money that nothing was done for yet.
create index provider_payment_unsettled on provider_payment (first_seen_at) where rank >= 3 and not is_settled;
create index provider_payment_order on provider_payment (provider, order_reference);
create index provider_payment_subscription on provider_payment (provider, subscription) where subscription is not null;

-- rank: pending 0, failed 1, processed 2.
create table provider_refund (
  provider text not null,
  id text not null,
  payment text not null,
  amount_paise bigint not null,
  rank smallint not null check (rank between 0 and 2),
  at timestamptz not null,
  primary key (provider, id)
);
create index provider_refund_payment on provider_refund (provider, payment);

-- A refund that an operator asked for. It is open until the provider has carried it out, or says no.
create table refund_request (
  -- The provider gets it as the key that makes repeats of the call harmless.
  id text primary key,
  provider text not null,
  payment text not null,
  purchase text not null references purchase,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null,
  actor text not null,
  asked_at timestamptz not null,
  -- The provider's id of the refund, once it has taken the call.
  refund text,
  -- Why the provider said no.
  refusal text
);
create index refund_request_payment on refund_request (provider, payment);
create index refund_request_purchase on refund_request (purchase);
create index refund_request_unsent on refund_request (asked_at) where refund is null and refusal is null;

-- rank: open 0, closed 1, won 2, lost 3.
create table provider_dispute (
  provider text not null,
  id text not null,
  payment text not null,
  amount_paise bigint not null,
  rank smallint not null check (rank between 0 and 3),
  at timestamptz not null,
  primary key (provider, id)
);
create index provider_dispute_payment on provider_dispute (provider, payment);

-- A subscription as the provider tells it, and what we want of it. Its state moves by (is it over, the provider's time, rank).
create table subscription (
  provider text not null,
  reference text not null,
  purchase text not null references purchase on delete cascade,
  account bigint references account,
  plan text not null,
  amount_paise bigint not null,
  status text not null,
  is_over boolean not null default false,
  status_at timestamptz not null,
  rank smallint not null default 0,
  period_start timestamptz,
  period_end timestamptz,
  -- From the ledger: its first granted charge, and the end of the last period that is paid for.
  first_paid_at timestamptz,
  paid_until timestamptz,
  -- No period that starts at this time or later is wanted. Money for one is sent back.
  stops_at timestamptz,
  stop_reason text check (stop_reason in ('cancelled', 'superseded', 'duplicate', 'abandoned')),
  -- When the provider took the call that ends it.
  stopped_at timestamptz,
  primary key (provider, reference),
  check ((stops_at is null) = (stop_reason is null))
);
create index subscription_account on subscription (account) where account is not null;
create index subscription_purchase on subscription (purchase);
create index subscription_renewing on subscription (provider, reference) where not is_over and first_paid_at is not null;
create index subscription_to_stop on subscription (stops_at) where stops_at is not null and stopped_at is null and not is_over;

-- The payment ledger: one row for each movement of money, never deleted. A `payment` comes in; the other kinds go out.
create table payment (
  id text primary key,
  number bigint generated always as identity unique,
  kind text not null check (kind in ('payment', 'refund', 'payment_correction', 'chargeback')),
  provider text not null,
  -- The provider's id of this movement, and of the payment that it concerns.
  reference text not null,
  provider_payment_id text not null,
  purchase text not null references purchase,
  account bigint references account,
  plan text not null,
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null,
  method text,
  subscription text,
  period_start timestamptz,
  period_end timestamptz,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- Of a `payment`: kept until it is claimed, granted, a duplicate that goes back, or reversed because all of it went back.
  outcome text check (outcome in ('kept', 'granted', 'duplicate', 'reversed')),
  credits bigint,
  credits_expire_at timestamptz,
  lot bigint,
  -- Credits that went back with the money, and how many of these were no longer there to take.
  credits_reversed bigint not null default 0,
  credits_short bigint not null default 0,
  -- The hold that keeps credits of the lot aside while a dispute is open or a refund is on its way, and how many it should keep.
  frozen_by bigint,
  frozen_credits bigint not null default 0,
  -- The number of its invoice or credit note; `none` if it gets none.
  document text,
  unique (provider, kind, reference),
  check ((kind = 'payment') = (outcome is not null)),
  check (outcome is distinct from 'granted' or (lot is not null and account is not null))
);
create index payment_account on payment (account, number desc) where account is not null;
create index payment_purchase on payment (purchase);
create index payment_undocumented on payment (number)
  where document is null and account is not null and (outcome = 'granted' or kind in ('refund', 'chargeback'));
create index payment_of on payment (provider, provider_payment_id);
create index payment_duplicate on payment (number) where outcome = 'duplicate';
create index payment_kept on payment (recorded_at) where outcome = 'kept';
create index payment_recorded on payment (recorded_at);
create index payment_document on payment (document) where document is not null;
-- A pack is granted to one payment, a period to one charge, whatever the program believes.
create unique index payment_once_a_purchase on payment (purchase)
  where kind = 'payment' and subscription is null and outcome in ('kept', 'granted');
create unique index payment_once_a_period on payment (purchase, period_start)
  where kind = 'payment' and subscription is not null and outcome in ('kept', 'granted');
create index payment_reference_beginning on payment (reference text_pattern_ops);
create index payment_document_beginning on payment (document text_pattern_ops) where document is not null;

-- What a provider sent, with a signature that fits. The same bytes are kept once.
create table delivery (
  id bigint generated always as identity primary key,
  provider text not null,
  digest bytea not null check (length(digest) = 32),
  event text,
  type text not null,
  body bytea not null,
  received_at timestamptz not null,
  repeats integer not null default 0,
  tries integer not null default 0,
  applied_at timestamptz,
  -- How many facts it told, or why it could not be applied.
  facts integer,
  -- The provider's ids of payments, orders and subscriptions that they name.
  mentions text[] not null default '{}',
  problem text,
  unique (provider, digest)
);
create index delivery_unapplied on delivery (id) where applied_at is null;
create index delivery_received on delivery (received_at);
create index delivery_mentions on delivery using gin (mentions);

-- The plans, packs and prices that operators decided, one row for each change. Version 0 is the program's own catalogue. The newest
-- one whose time has come is in force, unless it was withdrawn before that. At most one waits for its time.
create table catalogue_version (
  version integer primary key check (version > 0),
  entries jsonb not null,
  -- What it changed: [{id, member, before, after}].
  changes jsonb not null,
  effective_at timestamptz not null,
  reason text not null,
  actor text not null,
  created_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  withdrawn_by text,
  check ((withdrawn_at is null) = (withdrawn_by is null))
);

-- What was agreed with an account: a plan of its own, whose credits are granted every month. Months are counted from the start.
create table contract (
  id text primary key,
  account bigint not null references account,
  -- PlanTerms. `amount` is the price of a month in paise, for the operators; nothing is charged.
  terms jsonb not null,
  starts_at timestamptz not null,
  -- Exclusive. Null without an end.
  ends_at timestamptz check (ends_at >= starts_at),
  -- The months whose credits were granted.
  months_granted integer not null default 0,
  reason text not null,
  actor text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index contract_account on contract (account, starts_at desc);

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
create index purchase_mail_waiting on purchase_mail (queued_at) where ended_at is null;
