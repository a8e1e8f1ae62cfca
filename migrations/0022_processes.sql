-- owner: src/domains/status: running_process, health_finding

-- The processes of the service. Each writes its own row every few seconds and deletes it when it stops.
create table running_process (
  id uuid primary key,
  role text not null,
  host text not null,
  -- Whether it runs background jobs.
  takes_jobs boolean not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  -- Written about once a minute.
  version text not null default '',
  disk_free_bytes bigint
) with (fillfactor = 50);

-- What the service found outside of its database when it last looked: vendors' credentials, and the certificate of PUBLIC_URL.
create table health_finding (
  position integer primary key,
  "check" text not null,
  state text not null check (state in ('ok', 'warning', 'fault', 'skipped')),
  says text not null,
  remedy text not null,
  at timestamptz not null
);
