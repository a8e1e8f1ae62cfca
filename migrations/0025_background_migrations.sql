-- owner: src/domains/status: background_migration

-- Work on large tables that a release leaves to workers. A batch and the position after it are written in one transaction.
create table background_migration (
  id text primary key,
  release text not null,
  table_name text not null,
  -- It is done again from the start of the table until a pass changes no row.
  pass integer not null default 1,
  -- The primary key of the last row that was looked at, as text.
  position text[],
  -- Of this pass.
  rows_done bigint not null default 0,
  rows_changed bigint not null default 0,
  rows_about bigint not null default 0,
  -- Measured over the last seconds.
  rows_per_second integer not null default 0,
  started_at timestamptz not null default clock_timestamp(),
  moved_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  paused_at timestamptz,
  -- Null: it is not held up.
  waits_for text check (waits_for in ('lookups', 'locks', 'error')),
  -- The worker that does it, until the lease ends.
  worker uuid,
  lease_until timestamptz not null default clock_timestamp()
);
