-- owner: src/domains/accounts: past_session

-- What the timeline of an account says of sessions whose rows are deleted. Triggers write it: see `keep_past_sessions`.
create table past_session (
  account bigint not null references account,
  source text not null,
  at timestamptz not null,
  what text not null,
  detail jsonb not null
);
create index past_session_account on past_session (account, source, at);
