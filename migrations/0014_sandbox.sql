-- owner: src/domains/sandbox: sandbox_sale, sandbox_delivery

-- The sandbox's orders and subscriptions, as a payment provider knows them: no money is real. `state` is the whole sale with its
-- payments, refunds and disputes.
create table sandbox_sale (
  id text primary key,
  -- Billing's own id. A repeated checkout finds the first sale by it.
  purchase text not null unique,
  state jsonb not null,
  created_at timestamptz not null
);

-- Deliveries to the billing webhook. `body` holds the exact bytes, which every try repeats.
create table sandbox_delivery (
  id text primary key,
  sale text not null references sandbox_sale,
  event text not null,
  body text not null,
  created_at timestamptz not null,
  -- The order in which they came about, which times alone don't tell.
  position bigint generated always as identity,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  accepted_at timestamptz
);
create index sandbox_delivery_sale on sandbox_delivery (sale, position);
create index sandbox_delivery_due on sandbox_delivery (next_try_at) where accepted_at is null;
