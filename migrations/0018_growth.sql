-- owner: src/domains/growth: promo, campaign, promo_redemption, promo_closed_mailbox

-- A code that gives credits. Its row is locked to redeem it, so that `uses` is exact.
create table promo (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9_-]{2,39}$'),
  credits integer not null check (credits > 0),
  valid_days integer not null check (valid_days > 0),
  max_uses integer,
  uses integer not null default 0,
  starts_at timestamptz,
  ends_at timestamptz,
  per_account_once boolean not null,
  is_active boolean not null,
  message text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text not null,
  check (uses >= 0 and uses <= max_uses),
  check (starts_at < ends_at)
);

-- Banners and popups. `display` is what they say, as on the wire. The status follows from the flag and the dates.
create table campaign (
  number bigint generated always as identity primary key,
  id text not null unique,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  is_published boolean not null,
  starts_at timestamptz,
  ends_at timestamptz,
  display json not null, -- keeps the order of its members
  promo bigint references promo,
  makes_promo boolean not null,
  draft_terms jsonb, -- what the promo gets once the draft is published
  created_at timestamptz not null,
  updated_at timestamptz not null,
  updated_by text not null,
  archived_at timestamptz,
  check (starts_at < ends_at),
  check (promo is not null or not makes_promo)
);
-- An archived campaign gives its slug and its promo free.
create unique index campaign_slug on campaign (slug) where archived_at is null;
create unique index campaign_makes_promo on campaign (promo) where makes_promo and archived_at is null;

create table promo_redemption (
  id bigint generated always as identity primary key,
  promo bigint not null references promo,
  account bigint not null references account,
  credits integer not null check (credits > 0),
  redeemed_at timestamptz not null,
  expires_at timestamptz not null
);
create index promo_redemption_account on promo_redemption (account, id);
create index promo_redemption_promo on promo_redemption (promo, id);

-- Mailboxes of closed accounts that redeemed a promo, as keyed hashes, so that their people don't redeem it again.
create table promo_closed_mailbox (
  promo bigint not null references promo on delete cascade,
  mailbox text not null,
  primary key (promo, mailbox)
);
