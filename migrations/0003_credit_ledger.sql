-- owner: src/domains/credits: credit_account, credit_lot, credit_ledger, credit_hold, credit_hold_part, credit_proof
-- owner: src/domains/credits: credit_proof_lot, credit_proof_hold, credit_proof_refund, credit_proof_month, credit_proof_round
-- owner: src/domains/credits: credit_ledger_mark, credit_budget

-- Credits come in lots that expire; the soonest expiry is burned first. Every movement between a lot's buckets is a row of an
-- append-only ledger. These rules keep concurrent writers correct:
--   1. Lock the account's row of credit_account before moving its credits, several accounts in id order; lots and holds
--      after that. `for no key update` doesn't block foreign key checks.
--   2. Read lots in a separate statement after the lock, so that you see them as the last holder left them. This relies on
--      read committed, PostgreSQL's default.
--   3. Take the time from ledger_now(), after the lock. now() is older than the wait for it.
--   4. Every movement is idempotent by its key, and constraints turn mistakes into errors.
-- Errors: CR001 settling more than is held, CR002 repeating a grant on other terms, CR003 changing the ledger, CR004 granting
-- to an unknown account, CR005 an invalid amount.

-- The lock target, one row per account. Separate from `account`, so that a spend doesn't wait for a change of e-mail or rate.
create table credit_account (
  account bigint primary key references account
) with (fillfactor = 50);

create table credit_lot (
  id bigint generated always as identity primary key,
  account bigint not null references credit_account,
  source text not null check (source in ('plan', 'topup', 'promo', 'operator', 'key', 'refund')),
  -- What was paid or promised: a payment, a subscription period, a redemption. Each makes one lot, however often it is reported.
  source_ref text not null,
  reason text not null default '',
  granted_by text not null default '',
  granted bigint not null check (granted > 0),
  avail bigint not null check (avail >= 0),
  held bigint not null default 0 check (held >= 0),
  spent bigint not null default 0 check (spent >= 0),
  expired bigint not null default 0 check (expired >= 0),
  revoked bigint not null default 0 check (revoked >= 0),
  expires_at timestamptz not null default 'infinity', -- exclusive
  closed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint lot_conserves check (avail + held + spent + expired + revoked = granted),
  constraint lot_is_open_while_it_holds_credits check ((closed_at is null) = (avail + held > 0)),
  unique (source, source_ref)
) with (fillfactor = 50);
-- No index contains a bucket, so that a spend rewrites no index.
create index credit_lot_burn on credit_lot (account, expires_at, id) where closed_at is null;
create index credit_lot_expiry on credit_lot (expires_at) where closed_at is null and expires_at < 'infinity';
-- `id > 0` is always true. It keeps the planner from choosing this index for a query without it: spends must always use
-- the index made for them, whatever the statistics.
create index credit_lot_newest on credit_lot (account, id) where id > 0;

-- One row per movement. Each kind moves `amount` between two buckets of the lot:
--   1 grant    nothing -> avail     5 release  held -> avail
--   2 spend    avail -> spent       6 expire   avail -> expired
--   3 hold     avail -> held        7 revoke   avail -> revoked
--   4 settle   held -> spent        8 refund   spent -> avail
-- `id` ascends within an account, because it is assigned under the account's lock. `balance_after` is the spendable balance after
-- the whole operation. There are no foreign keys, since each row would lock its lot and account again; credit_reconcile()
-- checks them instead.
create sequence credit_ledger_id;
create table credit_ledger (
  account bigint not null,
  op_key uuid not null,
  lot_id bigint not null,
  id bigint not null default nextval('credit_ledger_id'),
  amount bigint not null check (amount > 0),
  balance_after bigint not null check (balance_after >= 0),
  at timestamptz not null,
  kind smallint not null check (kind between 1 and 8),
  hold_id bigint,
  reverses uuid, -- for a refund: the key of the refunded spend
  reason text,
  primary key (account, op_key, lot_id, kind)
);
create index credit_ledger_newest on credit_ledger (account, id) where id > 0; -- as credit_lot_newest
create unique index credit_ledger_refunded_once on credit_ledger (account, reverses, lot_id) where reverses is not null;
-- Grants, expiries, revocations and refunds of a period. Spends don't touch this index.
create index credit_ledger_others on credit_ledger (account, at) where kind in (1, 6, 7, 8);

-- Credits set aside for work whose price isn't known yet. Ended holds are deleted after a while. `settled` is what was spent.
create table credit_hold (
  account bigint not null references credit_account,
  id bigint generated always as identity,
  op_key uuid not null,
  amount bigint not null check (amount > 0),
  settled bigint not null default 0,
  status text not null default 'open' check (status in ('open', 'settled', 'released', 'lease_over')),
  lease_until timestamptz not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- What it counts for in budgets.
  key_id text,
  job uuid,
  primary key (account, id),
  unique (account, op_key),
  constraint hold_settles_what_it_holds check (settled between 0 and amount and (status = 'settled' or settled = 0)),
  constraint hold_is_open_until_closed check ((closed_at is null) = (status = 'open'))
);
create index credit_hold_lease on credit_hold (lease_until) where status = 'open';
create index credit_hold_ended on credit_hold (closed_at) where closed_at is not null;

create table credit_hold_part (
  account bigint not null,
  hold_id bigint not null,
  lot_id bigint not null references credit_lot,
  amount bigint not null check (amount > 0),
  primary key (account, hold_id, lot_id),
  foreign key (account, hold_id) references credit_hold on delete cascade
);

-- The most that may be spent: per day or month by an account or one of its keys, or in all by a job. Read and counted while the
-- account is locked.
create table credit_budget (
  id text primary key,
  account bigint not null references credit_account,
  scope text not null check (scope in ('account', 'key', 'job')),
  -- The key it was set for and those that replaced it, or the job. Empty for the account.
  members text[] not null default '{}',
  -- Null: it never starts again.
  period text check (period in ('day', 'month')),
  time_zone text not null default 'UTC',
  credits bigint not null check (credits >= 0),
  -- Of the period below: the newest in which something was spent. Holds count when they open.
  spent bigint not null default 0 check (spent >= 0),
  started_at timestamptz not null default '-infinity',
  ends_at timestamptz not null default 'infinity', -- exclusive
  -- The percentage that was announced in its period: 0, 80 or 100.
  announced smallint not null default 0,
  check ((scope = 'account') = (members = '{}')),
  check ((scope = 'job') = (period is null))
) with (fillfactor = 50);
create unique index credit_budget_account on credit_budget (account, scope, (members[1]), period) nulls not distinct;

-- What a row of each kind adds to the buckets of its lot, for each credit.
create view credit_effect as
select *
from (values (1::smallint, 1, 1, 0, 0, 0, 0), (2, 0, -1, 0, 1, 0, 0), (3, 0, -1, 1, 0, 0, 0), (4, 0, 0, -1, 1, 0, 0),
  (5, 0, 1, -1, 0, 0, 0), (6, 0, -1, 0, 0, 1, 0), (7, 0, -1, 0, 0, 0, 1), (8, 0, 1, 0, -1, 0, 0)
) as effect (kind, granted, avail, held, spent, expired, revoked);

-- What was read of each account's ledger, through `through_id`, in three readings: `proved` by the nightly proof, `full` by a
-- proof from nothing that is under way, `erased` are the rows that were deleted after the retention time. The tables below
-- have each reading's sums.
create table credit_proof (
  reading text not null check (reading in ('proved', 'full', 'erased')),
  account bigint not null,
  through_id bigint not null,
  balance_after bigint not null, -- of the row `through_id`
  at timestamptz not null,
  primary key (reading, account)
);
create table credit_proof_lot (
  reading text not null,
  account bigint not null,
  lot_id bigint not null,
  granted bigint not null,
  avail bigint not null,
  held bigint not null,
  spent bigint not null,
  expired bigint not null,
  revoked bigint not null,
  primary key (reading, account, lot_id)
);
-- Forgotten once the hold is.
create table credit_proof_hold (
  reading text not null,
  account bigint not null,
  hold_id bigint not null,
  opened bigint not null,
  settled bigint not null,
  closed bigint not null,
  primary key (reading, account, hold_id)
);
-- Refunds of more than was spent.
create table credit_proof_refund (
  reading text not null,
  account bigint not null,
  reverses uuid not null,
  primary key (reading, account, reverses)
);
-- `content` is the sum of the rows' hashes, so it changes with any value of any row.
create table credit_proof_month (
  reading text not null,
  account bigint not null,
  month date not null,
  rows bigint not null,
  content bigint not null,
  primary key (reading, account, month)
);
-- Every night a part of the accounts is proved from nothing, from `next_account`, until all were: that ended a round.
create table credit_proof_round (
  is_only boolean primary key default true check (is_only),
  next_account bigint not null default -9007199254740991,
  ended_at timestamptz
);
insert into credit_proof_round default values;
-- Rows up to `id` are older than `at`.
create table credit_ledger_mark (
  at timestamptz primary key,
  id bigint not null
);
