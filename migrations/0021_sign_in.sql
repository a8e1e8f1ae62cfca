-- owner: src/domains/sign-in: web_session, web_browser, operator_session, operator_link, operator_role

-- Sign-ins to the customers' pages. The browser has a token; its SHA-256 is here.
create table web_session (
  hash bytea primary key check (octet_length(hash) = 32),
  -- Identifies the session in heartbeats. Grants nothing.
  id text not null unique,
  account bigint not null references account,
  -- As the identity provider named the person at this sign-in.
  email text not null,
  name text,
  provider text not null,
  provider_user_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index web_session_of_account on web_session (account);
create index web_session_expires_at on web_session (expires_at);

-- Browsers that an account was used with on the pages. A sign-in from another one is mailed.
create table web_browser (
  account bigint not null references account,
  -- A keyed hash of the account and of the token in the browser's cookie, so that rows of two accounts don't show that they share a browser.
  browser bytea not null check (octet_length(browser) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (account, browser)
);
create index web_browser_last_seen_at on web_browser (last_seen_at);

-- Sign-ins to the operators' pages.
create table operator_session (
  hash bytea primary key check (octet_length(hash) = 32),
  -- Identifies the session in lists. Grants nothing.
  id text not null unique,
  email text not null,
  -- The one-time link that opened it. No reference: links are forgotten first.
  link text,
  -- The operator who made that link in the console.
  link_from text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index operator_session_expires_at on operator_session (expires_at);

-- What an operator may do. Without a row, everything.
create table operator_role (
  email text primary key,
  role text not null check (role in ('owner', 'finance', 'support', 'reader')),
  changed_at timestamptz not null,
  actor text not null
);

-- One-time links to the operators' pages.
create table operator_link (
  hash bytea primary key,
  id text not null unique,
  -- The address that it is for.
  email text not null,
  created_by text not null,
  -- The operator who made it in the console. Null if the admin secret made it.
  link_from text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index operator_link_expires_at on operator_link (expires_at);
