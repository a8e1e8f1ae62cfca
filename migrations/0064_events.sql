-- owner: src/domains/webhooks: webhook_once

-- What it is about, such as a job or a key. Messages of an endpoint about the same thing are sent in order. Empty: in any order.
alter table webhook_delivery add column subject text not null default '';
create index webhook_delivery_subject on webhook_delivery (account, subject, id) where status = 'waiting' and subject <> '';

-- Since when every attempt has failed.
alter table webhook_endpoint add column failing_since timestamptz;
-- When the service disabled it for that. Null again once it is enabled.
alter table webhook_endpoint add column switched_off_at timestamptz;

-- Events that are sent once, such as that of a key that expires soon.
create table webhook_once (
  account bigint not null references account,
  type text not null,
  about text not null,
  at timestamptz not null,
  primary key (account, type, about)
);
create index webhook_once_at on webhook_once (at);

-- The percentage of the budget that was announced in its period: 0, 80 or 100.
alter table credit_budget add column announced smallint not null default 0;
