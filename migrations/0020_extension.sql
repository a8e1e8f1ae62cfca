-- owner: src/domains/extension: extension_session, extension_token

-- Sign-ins of browser extensions. Each is the family of all tokens that followed from one another.
create table extension_session (
  id text primary key,
  account bigint not null references account,
  label text not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  -- Of its newest refresh token.
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- signed_out | revoked | token_reused | over_limit | key_replaced
  ended_because text,
  check ((ended_at is null) = (ended_because is null))
);
create index extension_session_of_account on extension_session (account, created_at desc, id desc);
create index extension_session_expires_at on extension_session (expires_at);

create table extension_token (
  hash bytea primary key,
  session text not null references extension_session on delete cascade,
  is_refresh boolean not null,
  expires_at timestamptz not null,
  -- A refresh token works once. Kept after that, to notice that somebody else has it too.
  used_at timestamptz
);
create index extension_token_of_session on extension_token (session);
create index extension_token_expires_at on extension_token (expires_at);
