-- owner: src/domains/status: running_process

-- The processes of the service. Each writes its own row every few seconds and deletes it when it stops.
create table running_process (
  id uuid primary key,
  role text not null,
  host text not null,
  -- Whether it runs background jobs.
  takes_jobs boolean not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
