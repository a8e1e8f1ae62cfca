-- owner: src/domains/sign-in: web_browser

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
