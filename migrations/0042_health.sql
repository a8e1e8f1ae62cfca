-- owner: src/domains/status: health_finding

-- What the service found outside of its database when it last looked: vendors' credentials, and the certificate of PUBLIC_URL.
create table health_finding (
  position integer primary key,
  "check" text not null,
  state text not null check (state in ('ok', 'warning', 'fault', 'skipped')),
  says text not null,
  remedy text not null,
  at timestamptz not null
);

-- Each process adds these about once a minute.
alter table running_process add column version text not null default '';
alter table running_process add column disk_free_bytes bigint;

create index purchase_mail_waiting on purchase_mail (queued_at) where ended_at is null;
