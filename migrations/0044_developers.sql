-- owner: src/domains/keys: key_use

-- What the account calls the key, for people.
alter table api_key add column name text not null default '' check (length(name) <= 100);
comment on column api_key.continues is
  'The key under whose id requests and violations are counted: the first of those it replaced, or the first of its account. Null for itself.';

-- When a key was last used, to the minute. A table of its own, because a change of a key makes every process read it again.
create table key_use (
  key_id text primary key references api_key on delete cascade,
  last_used_at timestamptz not null
) with (fillfactor = 50);
