-- owner: src/domains/connections: agent_connection, agent_token, agent_code

-- A connection of an agent acts with a key that has no text: so budgets, usage, bans and the check of the statement that pays are those
-- of keys. See docs/decisions/oauth.md.
alter table api_key add column is_connection boolean not null default false;

-- An agent that signed in for an account. It has the id of its key, and is the family of all tokens that followed from one another.
create table agent_connection (
  id text primary key references api_key on delete cascade,
  account bigint not null references account,
  client_id text not null check (length(client_id) <= 2000),
  -- As the agent calls itself.
  client_name text not null check (length(client_name) between 1 and 100),
  -- The host that vouches for the name. Null: the agent registered itself.
  client_host text,
  redirect_uri text not null check (length(redirect_uri) <= 1000),
  scopes text[] not null,
  created_at timestamptz not null,
  renewed_at timestamptz not null,
  -- Of its newest refresh token.
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- expired | signed_out | revoked | token_reused | code_reused | over_limit | locked
  ended_because text,
  check ((ended_at is null) = (ended_because is null))
);
create index agent_connection_of_account on agent_connection (account, created_at desc, id desc);
create index agent_connection_expires_at on agent_connection (expires_at);

create table agent_token (
  hash bytea primary key,
  connection text not null references agent_connection on delete cascade,
  is_refresh boolean not null,
  expires_at timestamptz not null,
  -- A refresh token works once. Kept after that, to notice that somebody else has it too.
  used_at timestamptz
);
create index agent_token_of_connection on agent_token (connection);
create index agent_token_expires_at on agent_token (expires_at);

-- A person's consent, until the agent takes it. A used code is kept for a day, to notice a second use.
create table agent_code (
  hash bytea primary key,
  account bigint not null references account,
  client_id text not null check (length(client_id) <= 2000),
  client_name text not null check (length(client_name) between 1 and 100),
  client_host text,
  redirect_uri text not null check (length(redirect_uri) <= 1000),
  -- SHA-256 of the verifier, in base64url (RFC 7636).
  challenge text not null check (length(challenge) = 43),
  scopes text[] not null,
  -- The budget of the connection. Null: none of its own.
  credits_per_day bigint check (credits_per_day between 1 and 1000000000),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The connection that it became. It stays when that is deleted.
  connection text
);
create index agent_code_of_account on agent_code (account, created_at desc);
create index agent_code_expires_at on agent_code (expires_at);
