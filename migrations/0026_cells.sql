-- owner: src/domains/suppression: suppression_withdrawal

-- What the cells must withdraw about profiles: see docs/decisions/cells.md. Written where the directory is published, replicated to
-- each cell, which deletes its rows once it is done. The publisher's rows are deleted after a day.
create table suppression_withdrawal (
  id uuid primary key default gen_random_uuid(),
  profile_hash uuid not null,
  -- Whether customers who received something about the profile get an event.
  is_announced boolean not null,
  at timestamptz not null default clock_timestamp()
);
