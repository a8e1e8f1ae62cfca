-- owner: src/domains/credits: credit_budget

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
  check ((scope = 'account') = (members = '{}')),
  check ((scope = 'job') = (period is null))
) with (fillfactor = 50);
create unique index credit_budget_account on credit_budget (account, scope, (members[1]), period) nulls not distinct;

-- What a hold counts for.
alter table credit_hold add column key_id text;
alter table credit_hold add column job uuid;

-- Profiles whose repeat was free when it was created.
alter table job add column already_paid integer not null default 0;
create index job_at_budget on job (account) where paused_because = 'budget';
