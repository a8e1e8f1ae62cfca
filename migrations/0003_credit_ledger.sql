-- owner: src/domains/credits: credit_account, credit_lot, credit_ledger, credit_hold, credit_hold_part

-- Credits come in lots that expire; what expires soonest is burned first. Every movement between the buckets of a lot is
-- a row of an append-only ledger. The rules that keep many writers right at once:
--   1. Whoever moves an account's credits locks its row of credit_account first, several accounts in the order of their
--      numbers; lots and holds after that. `for no key update` lets foreign keys be checked meanwhile.
--   2. Lots are read in a statement of their own after the lock, so that they are seen as the last holder left them.
--      That takes read committed, PostgreSQL's default.
--   3. The time is ledger_now(), read after the lock. now() is older than a wait for it.
--   4. Every movement is idempotent by its key, and a constraint turns a mistake into an error.
-- The functions raise CR001 when more is to be settled than is held, CR002 when a grant is repeated on other terms, CR003
-- when the ledger is to be changed, CR004 for a grant to no account, and CR005 for an amount that can't be.

-- The lock target, one row an account; apart from `account` so that a spend doesn't wait for a change of e-mail or rate.
create table credit_account (
  account bigint primary key references account
) with (fillfactor = 50);

insert into credit_account (account) select id from account;

create table credit_lot (
  id bigint generated always as identity primary key,
  account bigint not null references credit_account,
  source text not null check (source in ('plan', 'topup', 'promo', 'operator', 'key', 'refund')),
  -- What was paid or promised: a payment, a period of a subscription, a redemption. One lot each, however often it is told.
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
-- No index mentions a bucket, so that a spend rewrites no index.
create index credit_lot_burn on credit_lot (account, expires_at, id) where closed_at is null;
create index credit_lot_expiry on credit_lot (expires_at) where closed_at is null and expires_at < 'infinity';
-- `id > 0` is always so. It keeps the planner from taking this index for a question that doesn't say it: a spend's must
-- always go by the index made for it, whatever the statistics.
create index credit_lot_newest on credit_lot (account, id) where id > 0;

-- One row a movement; each kind moves `amount` between two buckets of the lot:
--   1 grant    nothing -> avail     5 release  held -> avail
--   2 spend    avail -> spent       6 expire   avail -> expired
--   3 hold     avail -> held        7 revoke   avail -> revoked
--   4 settle   held -> spent        8 refund   spent -> avail
-- `id` ascends within an account, because it is drawn under the account's lock. `balance_after` is what could be spent
-- when the whole operation was done. No foreign keys: each row would lock its lot and account again. credit_reconcile()
-- proves them instead.
create sequence credit_ledger_id;
create table credit_ledger (
  account bigint not null,
  op_key uuid not null,
  lot_id bigint not null,
  id bigint not null default nextval('credit_ledger_id'),
  kind smallint not null check (kind between 1 and 8),
  amount bigint not null check (amount > 0),
  balance_after bigint not null check (balance_after >= 0),
  hold_id bigint,
  reverses uuid, -- of a refund: the key of the spend it gives back
  reason text,
  at timestamptz not null,
  primary key (account, op_key, lot_id, kind)
) partition by hash (account);
create index credit_ledger_newest on credit_ledger (account, id) where id > 0; -- as credit_lot_newest
create unique index credit_ledger_refunded_once on credit_ledger (account, reverses, lot_id) where reverses is not null;

do $$ begin
  for part in 0..7 loop
    execute format('create table credit_ledger_%s partition of credit_ledger for values with (modulus 8, remainder %s)',
      part, part);
  end loop;
end $$;

-- Credits set aside for work whose price is known only later. Those that ended are forgotten after a while. `settled` is what was spent in the end.
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
