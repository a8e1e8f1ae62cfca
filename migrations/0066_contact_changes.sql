-- owner: src/domains/directory: directory_change

-- Documents that changed while an endpoint wanted to hear of it. A row is deleted once it is announced, within seconds.
create table directory_change (
  profile_hash uuid not null,
  -- Of the document before the change: directory_former has it.
  version bigint not null,
  at timestamptz not null default clock_timestamp(),
  primary key (profile_hash, version)
);
