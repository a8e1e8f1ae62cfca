-- It has other parameters.
drop function if exists usage_spending(bigint, timestamptz, timestamptz);

-- Values found by field, and the credits charged for lookups whose emails or phones it returned. Days before have values_found alone.
alter table source_tally add column emails_found bigint not null default 0;
alter table source_tally add column phones_found bigint not null default 0;
alter table source_tally add column links_found bigint not null default 0;
alter table source_tally add column credits_earned numeric(16, 6) not null default 0;

-- It has a parameter more.
drop function if exists lookup_settle(
  bigint, uuid, bigint, bigint, text, text, text, smallint, text, text, text, text, uuid, boolean, uuid[]
);
