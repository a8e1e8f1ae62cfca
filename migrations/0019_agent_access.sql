-- owner: src/domains/billing/features: plan_feature, account_feature

-- Agent access as operators switched it. Without a row, the price list decides for a plan, and the plans for an account.
create table plan_feature (
  plan text primary key,
  mcp boolean not null,
  reason text not null,
  changed_by text not null,
  changed_at timestamptz not null
);

create table account_feature (
  account bigint primary key references account,
  mcp boolean not null,
  reason text not null,
  changed_by text not null,
  changed_at timestamptz not null
);
create index account_feature_newest on account_feature (changed_at desc, account desc);
