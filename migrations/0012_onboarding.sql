-- owner: src/domains/onboarding: business_profile, mailbox_proof

-- What an account's invoices say of the buyer. A change is a further row: the newest applies, and the others are its history.
create table business_profile (
  id bigint generated always as identity primary key,
  account bigint not null references account,
  first_name text not null check (length(first_name) between 1 and 200),
  last_name text not null check (length(last_name) between 1 and 200),
  -- The registered name of a business. Empty for a person.
  business_name text not null default '' check (length(business_name) <= 300),
  address_line1 text not null check (length(address_line1) between 1 and 300),
  address_line2 text not null check (length(address_line2) <= 300),
  city text not null check (length(city) between 1 and 120),
  state_code text not null check (state_code ~ '^[0-9]{2}$'),
  pincode text not null check (pincode ~ '^[1-9][0-9]{5}$'),
  gstin text check (length(gstin) = 15),
  saved_by text not null,
  saved_at timestamptz not null
);
create index business_profile_newest on business_profile (account, id desc);
create index business_profile_first_name on business_profile (lower(first_name) text_pattern_ops);
create index business_profile_last_name on business_profile (lower(last_name) text_pattern_ops);
create index business_profile_business_name on business_profile (lower(business_name) text_pattern_ops) where business_name <> '';
create index business_profile_gstin on business_profile (gstin) where gstin is not null;

-- Addresses that the sign-in provider has proved to be the account's.
create table mailbox_proof (
  account bigint not null references account,
  email text not null check (length(email) <= 320),
  proved_at timestamptz not null,
  primary key (account, email)
);
